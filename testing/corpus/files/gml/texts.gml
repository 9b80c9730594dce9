<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ texts.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.125 9.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                                      
  <ogr:featureMember>
    <ogr:texts gml:id="texts.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50 9</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="texts.geom.0"><gml:pos>50 9</gml:pos></gml:Point></ogr:WKT>
      <ogr:zip>01234</ogr:zip>
      <ogr:blank>lead</ogr:blank>
      <ogr:odd>&lt;a&amp;b&gt;</ogr:odd>
      <ogr:like>true</ogr:like>
    </ogr:texts>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:texts gml:id="texts.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50.125 9.25</gml:lowerCorner><gml:upperCorner>50.125 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="texts.geom.1"><gml:pos>50.125 9.25</gml:pos></gml:Point></ogr:WKT>
      <ogr:zip>00000</ogr:zip>
      <ogr:blank>two  blanks</ogr:blank>
      <ogr:odd>it's</ogr:odd>
      <ogr:like>1e5</ogr:like>
    </ogr:texts>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:texts gml:id="texts.2">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50.0 9.5</gml:lowerCorner><gml:upperCorner>50.0 9.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="texts.geom.2"><gml:pos>50.0 9.5</gml:pos></gml:Point></ogr:WKT>
      <ogr:zip>99999</ogr:zip>
      <ogr:blank>a
b</ogr:blank>
      <ogr:odd>=1+1</ogr:odd>
      <ogr:like>2026-11-17</ogr:like>
    </ogr:texts>
  </ogr:featureMember>
</ogr:FeatureCollection>
