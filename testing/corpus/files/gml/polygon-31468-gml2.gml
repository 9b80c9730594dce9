<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-31468-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>4500107.251947598</gml:X><gml:Y>5317984.710451108</gml:Y></gml:coord>
      <gml:coord><gml:X>4518763.758023754</gml:X><gml:Y>5345813.311275273</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                
  <gml:featureMember>
    <ogr:polygon_31468_gml2 fid="polygon_31468_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:31468"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>4500107.42149377,5317984.71045111 4518763.75802375,5318015.02816234 4518673.30617388,5345813.31127527 4500107.2519476,5345783.063261 4500107.42149377,5317984.71045111</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_31468_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_31468_gml2 fid="polygon_31468_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:31468"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>4500107.42149377,5317984.71045111 4518763.75802375,5318015.02816234 4518673.30617388,5345813.31127527 4500107.2519476,5345783.063261 4500107.42149377,5317984.71045111</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>4504765.82901604,5324936.09917674 4514082.73547046,5324951.24272329 4514048.78359672,5338850.40474338 4504754.44871435,5338835.27315429 4504765.82901604,5324936.09917674</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_31468_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
