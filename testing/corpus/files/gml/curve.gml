<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ curve.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                                       
  <ogr:featureMember>
    <ogr:curve gml:id="curve.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Curve srsName="urn:ogc:def:crs:EPSG::4326" gml:id="curve.geom.0"><gml:segments><gml:ArcString><gml:posList>50 9 50.25 9.25 50.0 9.5</gml:posList></gml:ArcString></gml:segments></gml:Curve></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:curve>
  </ogr:featureMember>
</ogr:FeatureCollection>
