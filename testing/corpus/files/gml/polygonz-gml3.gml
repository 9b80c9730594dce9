<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygonz-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy><gml:Envelope srsDimension="3" srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9 1</gml:lowerCorner><gml:upperCorner>50.25 9.25 3</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                 
  <ogr:featureMember>
    <ogr:polygonz_gml3 gml:id="polygonz_gml3.0">
      <gml:boundedBy><gml:Envelope srsDimension="3" srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9 1</gml:lowerCorner><gml:upperCorner>50.25 9.25 3</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::4326"><gml:exterior><gml:LinearRing><gml:posList srsDimension="3">50 9 1 50.0 9.25 2 50.25 9.25 3 50 9 1</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:polygonz_gml3>
  </ogr:featureMember>
</ogr:FeatureCollection>
