<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ multipolygonz-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>9</gml:X><gml:Y>50</gml:Y><gml:Z>1</gml:Z></gml:coord>
      <gml:coord><gml:X>9.75</gml:X><gml:Y>50.25</gml:Y><gml:Z>3</gml:Z></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                                        
  <gml:featureMember>
    <ogr:multipolygonz_gml2 fid="multipolygonz_gml2.0">
      <ogr:WKT><gml:MultiPolygon srsName="EPSG:4326"><gml:polygonMember><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>9,50,1 9.25,50.0,2 9.25,50.25,3 9,50,1</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></gml:polygonMember><gml:polygonMember><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>9.5,50.0,1 9.75,50.0,2 9.75,50.25,3 9.5,50.0,1</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></gml:polygonMember></gml:MultiPolygon></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:multipolygonz_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
