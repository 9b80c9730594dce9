<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ pointz-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy><gml:Envelope srsDimension="3" srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9 -3</gml:lowerCorner><gml:upperCorner>50.0 9.25 12.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                              
  <ogr:featureMember>
    <ogr:pointz_gml3 gml:id="pointz_gml3.0">
      <gml:boundedBy><gml:Envelope srsDimension="3" srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9 12.5</gml:lowerCorner><gml:upperCorner>50 9 12.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>50 9 12.5</gml:pos></gml:Point></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:pointz_gml3>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:pointz_gml3 gml:id="pointz_gml3.1">
      <gml:boundedBy><gml:Envelope srsDimension="3" srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50.0 9.25 -3</gml:lowerCorner><gml:upperCorner>50.0 9.25 -3</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>50.0 9.25 -3</gml:pos></gml:Point></ogr:WKT>
      <ogr:name>plain, &quot;quoted&quot;</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:pointz_gml3>
  </ogr:featureMember>
</ogr:FeatureCollection>
