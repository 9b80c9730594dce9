<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ collection-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                                      
  <ogr:featureMember>
    <ogr:collection_gml3.2 gml:id="collection_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.0 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:MultiGeometry srsName="urn:ogc:def:crs:EPSG::4326" gml:id="collection_gml3.2.geom.0"><gml:geometryMember><gml:Point gml:id="collection_gml3.2.geom.0.0"><gml:pos>50 9</gml:pos></gml:Point></gml:geometryMember><gml:geometryMember><gml:LineString gml:id="collection_gml3.2.geom.0.1"><gml:posList>50 9 50.0 9.25</gml:posList></gml:LineString></gml:geometryMember></gml:MultiGeometry></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:collection_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:collection_gml3.2 gml:id="collection_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:MultiGeometry srsName="urn:ogc:def:crs:EPSG::4326" gml:id="collection_gml3.2.geom.1"><gml:geometryMember><gml:Polygon gml:id="collection_gml3.2.geom.1.0"><gml:exterior><gml:LinearRing><gml:posList>50 9 50.0 9.25 50.25 9.25 50.25 9.0 50 9</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:geometryMember><gml:geometryMember><gml:Point gml:id="collection_gml3.2.geom.1.1"><gml:pos>50 9</gml:pos></gml:Point></gml:geometryMember></gml:MultiGeometry></ogr:WKT>
      <ogr:name>plain, &quot;quoted&quot;</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:collection_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
