from geo_service.client import locate

SEEN = {}


async def cached(name):
    if name not in SEEN:
        SEEN[name] = await locate(name)
    return SEEN[name]
