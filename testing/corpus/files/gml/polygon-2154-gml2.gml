<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-2154-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>622609.1199921608</gml:X><gml:Y>6544749.513104209</gml:Y></gml:coord>
      <gml:coord><gml:X>642219.8528782814</gml:X><gml:Y>6572724.429867269</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                
  <gml:featureMember>
    <ogr:polygon_2154_gml2 fid="polygon_2154_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:2154"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>622609.119992161,6544963.91058373 641956.161192921,6544749.51310421 642219.852878281,6572511.00639005 622960.704794273,6572724.42986727 622609.119992161,6544963.91058373</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_2154_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_2154_gml2 fid="polygon_2154_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:2154"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>622609.119992161,6544963.91058373 641956.161192921,6544749.51310421 642219.852878281,6572511.00639005 622960.704794273,6572724.42986727 622609.119992161,6544963.91058373</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>627528.217707577,6551844.73327353 637190.754746774,6551737.65624994 637333.587286121,6565618.28602002 627693.023520067,6565725.1195431 627528.217707577,6551844.73327353</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_2154_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
