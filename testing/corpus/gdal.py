"""Runs many commands of ogr2ogr in one process: a list of requests as JSON on standard input, one answer for each.

{"arguments": [...], "to": path, "from": path} makes a file; {"arguments": [...], "from": path, "layers"?: [...]} reads one, as GeoJSON texts.
"""

import json
import sys

from osgeo import gdal

gdal.UseExceptions()


def configured(arguments):
    """Takes `--config NAME VALUE` out of the arguments."""
    rest, config = list(arguments), {}
    while "--config" in rest:
        at = rest.index("--config")
        config[rest[at + 1]] = rest[at + 2]
        del rest[at : at + 3]
    return rest, config


def opened(path, arguments):
    options = [arguments[i + 1] for i, word in enumerate(arguments) if word == "-oo"]
    return gdal.OpenEx(path, gdal.OF_VECTOR, open_options=options)


def without_open_options(arguments):
    return [word for i, word in enumerate(arguments) if word != "-oo" and (i == 0 or arguments[i - 1] != "-oo")]


def make(request, arguments):
    source = opened(request["from"], arguments)
    result = gdal.VectorTranslate(request["to"], source, options=without_open_options(arguments))
    if result is None:
        raise RuntimeError(gdal.GetLastErrorMsg())
    del result
    return None


def read_layer(path, layer, arguments):
    target = "/vsimem/read.geojson"
    rest = ["-f", "GeoJSON", "-lco", "COORDINATE_PRECISION=8", *without_open_options(arguments)]
    if "-sql" not in rest:
        rest.append(layer)
    source = opened(path, arguments)
    has_system = source.GetLayerByName(layer).GetSpatialRef() is not None or "-s_srs" in rest
    if has_system:
        rest = ["-t_srs", "EPSG:4326", *rest]
    result = gdal.VectorTranslate(target, source, options=rest)
    del result
    file = gdal.VSIFOpenL(target, "rb")
    text = gdal.VSIFReadL(1, gdal.VSIStatL(target).size, file).decode(errors="replace")
    gdal.VSIFCloseL(file)
    gdal.Unlink(target)
    return text


def read(request, arguments):
    source = opened(request["from"], arguments)
    layers = request.get("layers") or [source.GetLayer(i).GetName() for i in range(source.GetLayerCount())]
    del source
    return [read_layer(request["from"], layer, arguments) for layer in layers]


def answer(request):
    arguments, config = configured(request["arguments"])
    for name, value in config.items():
        gdal.SetConfigOption(name, value)
    try:
        return {"value": make(request, arguments) if "to" in request else read(request, arguments)}
    except Exception as error:  # the caller says for which file
        return {"error": str(error)}
    finally:
        for name in config:
            gdal.SetConfigOption(name, None)


json.dump([answer(request) for request in json.load(sys.stdin)], sys.stdout)
