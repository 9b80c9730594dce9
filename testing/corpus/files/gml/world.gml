<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ world.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.125 9.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                                      
  <ogr:featureMember>
    <ogr:world gml:id="world.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50 9</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="world.geom.0"><gml:pos>50 9</gml:pos></gml:Point></ogr:WKT>
      <ogr:name>東京</ogr:name>
    </ogr:world>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:world gml:id="world.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50.125 9.25</gml:lowerCorner><gml:upperCorner>50.125 9.25</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="world.geom.1"><gml:pos>50.125 9.25</gml:pos></gml:Point></ogr:WKT>
      <ogr:name>Łódź 🗺</ogr:name>
    </ogr:world>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:world gml:id="world.2">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50.0 9.5</gml:lowerCorner><gml:upperCorner>50.0 9.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="world.geom.2"><gml:pos>50.0 9.5</gml:pos></gml:Point></ogr:WKT>
      <ogr:name>Αθήνα</ogr:name>
    </ogr:world>
  </ogr:featureMember>
</ogr:FeatureCollection>
