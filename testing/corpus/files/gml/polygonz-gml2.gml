<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygonz-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>9</gml:X><gml:Y>50</gml:Y><gml:Z>1</gml:Z></gml:coord>
      <gml:coord><gml:X>9.25</gml:X><gml:Y>50.25</gml:Y><gml:Z>3</gml:Z></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                                        
  <gml:featureMember>
    <ogr:polygonz_gml2 fid="polygonz_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:4326"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>9,50,1 9.25,50.0,2 9.25,50.25,3 9,50,1</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:polygonz_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
