<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ islands-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>51 10</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                                           
  <ogr:featureMember>
    <ogr:islands_gml3.2 gml:id="islands_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>51 10</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:MultiSurface srsName="urn:ogc:def:crs:EPSG::4326" gml:id="islands_gml3.2.geom.0"><gml:surfaceMember><gml:Polygon gml:id="islands_gml3.2.geom.0.0"><gml:exterior><gml:LinearRing><gml:posList>50 9 50 10 51 10 51 9 50 9</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>50.25 9.25 50.25 9.75 50.75 9.75 50.75 9.25 50.25 9.25</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></gml:surfaceMember><gml:surfaceMember><gml:Polygon gml:id="islands_gml3.2.geom.0.1"><gml:exterior><gml:LinearRing><gml:posList>50.375 9.375 50.375 9.625 50.625 9.625 50.625 9.375 50.375 9.375</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember></gml:MultiSurface></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:islands_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
