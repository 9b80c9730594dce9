<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ line-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.5 9.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                                        
  <ogr:featureMember>
    <ogr:line_gml3.2 gml:id="line_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.125 9.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:LineString srsName="urn:ogc:def:crs:EPSG::4326" gml:id="line_gml3.2.geom.0"><gml:posList>50 9 50.125 9.25 50.0 9.5</gml:posList></gml:LineString></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:line_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:line_gml3.2 gml:id="line_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50.25 9.0</gml:lowerCorner><gml:upperCorner>50.5 9.0</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:LineString srsName="urn:ogc:def:crs:EPSG::4326" gml:id="line_gml3.2.geom.1"><gml:posList>50.25 9.0 50.5 9.0</gml:posList></gml:LineString></ogr:WKT>
      <ogr:name>plain, &quot;quoted&quot;</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:line_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
