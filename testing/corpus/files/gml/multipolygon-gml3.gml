<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ multipolygon-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.75</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                                                      
  <ogr:featureMember>
    <ogr:multipolygon_gml3 gml:id="multipolygon_gml3.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.25 9.75</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:MultiSurface srsName="urn:ogc:def:crs:EPSG::4326"><gml:surfaceMember><gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>50 9 50.0 9.25 50.25 9.25 50.25 9.0 50 9</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>50.0625 9.0625 50.0625 9.1875 50.1875 9.1875 50.1875 9.0625 50.0625 9.0625</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></gml:surfaceMember><gml:surfaceMember><gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>50.0 9.5 50.0 9.75 50.25 9.75 50.25 9.5 50.0 9.5</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember></gml:MultiSurface></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:multipolygon_gml3>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:multipolygon_gml3 gml:id="multipolygon_gml3.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>50 9</gml:lowerCorner><gml:upperCorner>50.125 9.125</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:MultiSurface srsName="urn:ogc:def:crs:EPSG::4326"><gml:surfaceMember><gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>50 9 50.0 9.125 50.125 9.125 50.125 9.0 50 9</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember></gml:MultiSurface></ogr:WKT>
      <ogr:name>plain, &quot;quoted&quot;</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:multipolygon_gml3>
  </ogr:featureMember>
</ogr:FeatureCollection>
