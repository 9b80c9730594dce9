<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-4258-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>9</gml:X><gml:Y>50</gml:Y></gml:coord>
      <gml:coord><gml:X>9.25</gml:X><gml:Y>50.25</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                                                                        
  <gml:featureMember>
    <ogr:polygon_4258_gml2 fid="polygon_4258_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:4258"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>9,50 9.25,50.0 9.25,50.25 9.0,50.25 9,50</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_4258_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_4258_gml2 fid="polygon_4258_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:4258"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>9,50 9.25,50.0 9.25,50.25 9.0,50.25 9,50</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>9.0625,50.0625 9.1875,50.0625 9.1875,50.1875 9.0625,50.1875 9.0625,50.0625</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_4258_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
