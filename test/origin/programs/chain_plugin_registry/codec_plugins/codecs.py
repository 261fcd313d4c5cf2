from codec_plugins.registry import deprecated, plugin


@plugin
class JsonCodec:
    name = "json"


@deprecated
class YamlCodec:
    name = "yaml"
