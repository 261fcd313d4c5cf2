import heapq

from transit.stops import clean


def minutes_between(network, start, end):
    start, end = clean(start), clean(end)
    queue = [(0, start)]
    best = {start: 0}
    while queue:
        minutes, stop = heapq.heappop(queue)
        if stop == end:
            return minutes
        for following, more in network.links[stop].items():
            total = minutes + more
            if total < best.get(following, total + 1):
                best[following] = total
                heapq.heappush(queue, (total, following))
    return None


def zones_between(network, start, end):
    return abs(network.stops[clean(start)].zone - network.stops[clean(end)].zone) + 1
