<?xml version="1.0" encoding="utf-8" ?>
<FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ no-prefix.xsd"
     xmlns="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                                      
  <featureMember>
    <no_prefix gml:id="no_prefix.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::4326" gml:id="no_prefix.geom.0"><gml:exterior><gml:LinearRing><gml:posList>50 9 50.0 9.25 50.25 9.25 50.25 9.0 50 9</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></WKT>
      <name>first</name>
      <whole>42</whole>
    </no_prefix>
  </featureMember>
  <featureMember>
    <no_prefix gml:id="no_prefix.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::4326" gml:id="no_prefix.geom.1"><gml:exterior><gml:LinearRing><gml:posList>50 9 50.0 9.25 50.25 9.25 50.25 9.0 50 9</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>50.0625 9.0625 50.0625 9.1875 50.1875 9.1875 50.1875 9.0625 50.0625 9.0625</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></WKT>
      <name>second</name>
      <whole>-7</whole>
    </no_prefix>
  </featureMember>
</FeatureCollection>
