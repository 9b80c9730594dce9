<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-3857-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>1001875.417139462</gml:X><gml:Y>6446275.841017161</gml:Y></gml:coord>
      <gml:coord><gml:X>1029705.289837781</gml:X><gml:Y>6489684.535799275</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                
  <gml:featureMember>
    <ogr:polygon_3857_gml2 fid="polygon_3857_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:3857"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>1001875.41713946,6446275.84101716 1029705.28983778,6446275.84101716 1029705.28983778,6489684.53579928 1001875.41713946,6489684.53579928 1001875.41713946,6446275.84101716</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_3857_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_3857_gml2 fid="polygon_3857_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:3857"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>1001875.41713946,6446275.84101716 1029705.28983778,6446275.84101716 1029705.28983778,6489684.53579928 1001875.41713946,6489684.53579928 1001875.41713946,6446275.84101716</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>1008832.88531404,6457106.78382698 1022747.8216632,6457106.78382698 1022747.8216632,6478811.08129766 1008832.88531404,6478811.08129766 1008832.88531404,6457106.78382698</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_3857_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
