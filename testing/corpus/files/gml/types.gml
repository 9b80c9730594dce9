<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ types.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.125 9.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                                      
  <ogr:featureMember>
    <ogr:types gml:id="types.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50 9</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="types.geom.0"><gml:pos>50 9</gml:pos></gml:Point></ogr:WKT>
      <ogr:name>a</ogr:name>
      <ogr:whole>2147483647</ogr:whole>
      <ogr:big>9007199254740991</ogr:big>
      <ogr:huge>9223372036854775807</ogr:huge>
      <ogr:num>0.1</ogr:num>
      <ogr:flag>true</ogr:flag>
      <ogr:small>7</ogr:small>
      <ogr:single>0.5</ogr:single>
      <ogr:day>2026-11-17</ogr:day>
      <ogr:clock>10:20:30</ogr:clock>
      <ogr:at>2026-11-17T10:20:30</ogr:at>
    </ogr:types>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:types gml:id="types.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50.125 9.25</gml:lowerCorner><gml:upperCorner>50.125 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="types.geom.1"><gml:pos>50.125 9.25</gml:pos></gml:Point></ogr:WKT>
      <ogr:name>b</ogr:name>
      <ogr:whole>-1</ogr:whole>
      <ogr:big>-9007199254740991</ogr:big>
      <ogr:huge>9007199254740993</ogr:huge>
      <ogr:num>1e-09</ogr:num>
      <ogr:flag>false</ogr:flag>
      <ogr:small>-32768</ogr:small>
      <ogr:single>1.25</ogr:single>
      <ogr:day>1899-12-31</ogr:day>
      <ogr:clock>00:00:00</ogr:clock>
      <ogr:at>2026-07-01T23:59:59.500</ogr:at>
    </ogr:types>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:types gml:id="types.2">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50.0 9.5</gml:lowerCorner><gml:upperCorner>50.0 9.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="types.geom.2"><gml:pos>50.0 9.5</gml:pos></gml:Point></ogr:WKT>
      <ogr:name xsi:nil="true"/>
    </ogr:types>
  </ogr:featureMember>
</ogr:FeatureCollection>
