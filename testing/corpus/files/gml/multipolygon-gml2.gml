<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ multipolygon-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>9</gml:X><gml:Y>50</gml:Y></gml:coord>
      <gml:coord><gml:X>9.75</gml:X><gml:Y>50.25</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                                                                        
  <gml:featureMember>
    <ogr:multipolygon_gml2 fid="multipolygon_gml2.0">
      <ogr:WKT><gml:MultiPolygon srsName="EPSG:4326"><gml:polygonMember><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>9,50 9.25,50.0 9.25,50.25 9.0,50.25 9,50</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>9.0625,50.0625 9.1875,50.0625 9.1875,50.1875 9.0625,50.1875 9.0625,50.0625</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></gml:polygonMember><gml:polygonMember><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>9.5,50.0 9.75,50.0 9.75,50.25 9.5,50.25 9.5,50.0</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></gml:polygonMember></gml:MultiPolygon></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:multipolygon_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:multipolygon_gml2 fid="multipolygon_gml2.1">
      <ogr:WKT><gml:MultiPolygon srsName="EPSG:4326"><gml:polygonMember><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>9,50 9.125,50.0 9.125,50.125 9.0,50.125 9,50</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></gml:polygonMember></gml:MultiPolygon></ogr:WKT>
      <ogr:name>plain, &quot;quoted&quot;</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:multipolygon_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
