<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ mixed-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                                      
  <ogr:featureMember>
    <ogr:mixed_gml3.2 gml:id="mixed_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50 9</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="mixed_gml3.2.geom.0"><gml:pos>50 9</gml:pos></gml:Point></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:mixed_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:mixed_gml3.2 gml:id="mixed_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.125 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:LineString srsName="urn:ogc:def:crs:EPSG::4326" gml:id="mixed_gml3.2.geom.1"><gml:posList>50 9 50.125 9.25</gml:posList></gml:LineString></ogr:WKT>
      <ogr:name>plain, &quot;quoted&quot;</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:mixed_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:mixed_gml3.2 gml:id="mixed_gml3.2.2">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::4326" gml:id="mixed_gml3.2.geom.2"><gml:exterior><gml:LinearRing><gml:posList>50 9 50.0 9.25 50.25 9.25 50.25 9.0 50 9</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>Škoda</ogr:name>
      <ogr:num>-3.5</ogr:num>
    </ogr:mixed_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:mixed_gml3.2 gml:id="mixed_gml3.2.3">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.125 9.125</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:MultiSurface srsName="urn:ogc:def:crs:EPSG::4326" gml:id="mixed_gml3.2.geom.3"><gml:surfaceMember><gml:Polygon gml:id="mixed_gml3.2.geom.3.0"><gml:exterior><gml:LinearRing><gml:posList>50 9 50.0 9.125 50.125 9.125 50.125 9.0 50 9</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember></gml:MultiSurface></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:mixed_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
