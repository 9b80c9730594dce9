<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ collection-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>9</gml:X><gml:Y>50</gml:Y></gml:coord>
      <gml:coord><gml:X>9.25</gml:X><gml:Y>50.25</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                                                                        
  <gml:featureMember>
    <ogr:collection_gml2 fid="collection_gml2.0">
      <ogr:WKT><gml:MultiGeometry srsName="EPSG:4326"><gml:geometryMember><gml:Point><gml:coordinates>9,50</gml:coordinates></gml:Point></gml:geometryMember><gml:geometryMember><gml:LineString><gml:coordinates>9,50 9.25,50.0</gml:coordinates></gml:LineString></gml:geometryMember></gml:MultiGeometry></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:collection_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:collection_gml2 fid="collection_gml2.1">
      <ogr:WKT><gml:MultiGeometry srsName="EPSG:4326"><gml:geometryMember><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>9,50 9.25,50.0 9.25,50.25 9.0,50.25 9,50</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></gml:geometryMember><gml:geometryMember><gml:Point><gml:coordinates>9,50</gml:coordinates></gml:Point></gml:geometryMember></gml:MultiGeometry></ogr:WKT>
      <ogr:name>plain, &quot;quoted&quot;</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:collection_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
