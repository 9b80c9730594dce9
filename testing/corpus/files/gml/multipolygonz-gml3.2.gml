<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ multipolygonz-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsDimension="3" srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9 1</gml:lowerCorner><gml:upperCorner>50.25 9.75 3</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                 
  <ogr:featureMember>
    <ogr:multipolygonz_gml3.2 gml:id="multipolygonz_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsDimension="3" srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9 1</gml:lowerCorner><gml:upperCorner>50.25 9.75 3</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:MultiSurface srsName="urn:ogc:def:crs:EPSG::4326" gml:id="multipolygonz_gml3.2.geom.0"><gml:surfaceMember><gml:Polygon gml:id="multipolygonz_gml3.2.geom.0.0"><gml:exterior><gml:LinearRing><gml:posList srsDimension="3">50 9 1 50.0 9.25 2 50.25 9.25 3 50 9 1</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember><gml:surfaceMember><gml:Polygon gml:id="multipolygonz_gml3.2.geom.0.1"><gml:exterior><gml:LinearRing><gml:posList srsDimension="3">50.0 9.5 1 50.0 9.75 2 50.25 9.75 3 50.0 9.5 1</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember></gml:MultiSurface></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:multipolygonz_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
