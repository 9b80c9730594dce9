<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ multiline-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                                      
  <ogr:featureMember>
    <ogr:multiline_gml3.2 gml:id="multiline_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:MultiCurve srsName="urn:ogc:def:crs:EPSG::4326" gml:id="multiline_gml3.2.geom.0"><gml:curveMember><gml:LineString gml:id="multiline_gml3.2.geom.0.0"><gml:posList>50 9 50.0 9.25</gml:posList></gml:LineString></gml:curveMember><gml:curveMember><gml:LineString gml:id="multiline_gml3.2.geom.0.1"><gml:posList>50.25 9.0 50.25 9.25</gml:posList></gml:LineString></gml:curveMember></gml:MultiCurve></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:multiline_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:multiline_gml3.2 gml:id="multiline_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.125 9.125</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:MultiCurve srsName="urn:ogc:def:crs:EPSG::4326" gml:id="multiline_gml3.2.geom.1"><gml:curveMember><gml:LineString gml:id="multiline_gml3.2.geom.1.0"><gml:posList>50 9 50.125 9.125</gml:posList></gml:LineString></gml:curveMember></gml:MultiCurve></ogr:WKT>
      <ogr:name>plain, &quot;quoted&quot;</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:multiline_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
