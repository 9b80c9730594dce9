<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ mixed-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>9</gml:X><gml:Y>50</gml:Y></gml:coord>
      <gml:coord><gml:X>9.25</gml:X><gml:Y>50.25</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                                                                        
  <gml:featureMember>
    <ogr:mixed_gml2 fid="mixed_gml2.0">
      <ogr:WKT><gml:Point srsName="EPSG:4326"><gml:coordinates>9,50</gml:coordinates></gml:Point></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:mixed_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:mixed_gml2 fid="mixed_gml2.1">
      <ogr:WKT><gml:LineString srsName="EPSG:4326"><gml:coordinates>9,50 9.25,50.125</gml:coordinates></gml:LineString></ogr:WKT>
      <ogr:name>plain, &quot;quoted&quot;</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:mixed_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:mixed_gml2 fid="mixed_gml2.2">
      <ogr:WKT><gml:Polygon srsName="EPSG:4326"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>9,50 9.25,50.0 9.25,50.25 9.0,50.25 9,50</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>Škoda</ogr:name>
      <ogr:num>-3.5</ogr:num>
    </ogr:mixed_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:mixed_gml2 fid="mixed_gml2.3">
      <ogr:WKT><gml:MultiPolygon srsName="EPSG:4326"><gml:polygonMember><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>9,50 9.125,50.0 9.125,50.125 9.0,50.125 9,50</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></gml:polygonMember></gml:MultiPolygon></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:mixed_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
