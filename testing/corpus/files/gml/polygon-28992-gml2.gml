<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-28992-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>128410.0853708101</gml:X><gml:Y>445744.5705937583</gml:Y></gml:coord>
      <gml:coord><gml:X>145630.5278615067</gml:X><gml:Y>473621.1919108226</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                
  <gml:featureMember>
    <ogr:polygon_28992_gml2 fid="polygon_28992_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:28992"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>128410.08537081,445806.50883315 145578.003159737,445744.570593758 145630.527861507,473559.494769241 128558.43120979,473621.191910823 128410.08537081,445806.50883315</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_28992_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_28992_gml2 fid="polygon_28992_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:28992"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>128410.08537081,445806.50883315 145578.003159737,445744.570593758 145630.527861507,473559.494769241 128558.43120979,473621.191910823 128410.08537081,445806.50883315</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>132733.127186478,452739.06969602 141305.118447516,452708.130633037 141343.358418135,466615.569283533 132795.322432323,466646.448072171 132733.127186478,452739.06969602</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_28992_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
