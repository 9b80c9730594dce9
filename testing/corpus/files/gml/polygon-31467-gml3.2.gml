<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-31467-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::31467"><gml:lowerCorner>5540407.23951467 3500074.75770693</gml:lowerCorner><gml:upperCorner>5568245.07311518 3517998.78468112</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                 
  <ogr:featureMember>
    <ogr:polygon_31467_gml3.2 gml:id="polygon_31467_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::31467"><gml:lowerCorner>5540407.23951467 3500074.75770693</gml:lowerCorner><gml:upperCorner>5568245.07311518 3517998.78468112</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::31467" gml:id="polygon_31467_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>5540407.23951467 3500074.92063006 5540437.2935353 3517998.78468112 5568245.07311518 3517905.52836262 5568215.03785004 3500074.75770693 5540407.23951467 3500074.92063006</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_31467_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_31467_gml3.2 gml:id="polygon_31467_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::31467"><gml:lowerCorner>5540407.23951467 3500074.75770693</gml:lowerCorner><gml:upperCorner>5568245.07311518 3517998.78468112</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::31467" gml:id="polygon_31467_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>5540407.23951467 3500074.92063006 5540437.2935353 3517998.78468112 5568245.07311518 3517905.52836262 5568215.03785004 3500074.75770693 5540407.23951467 3500074.92063006</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>5547360.9780729 3504550.02605439 5547376.00809158 3513500.32593686 5561279.90111173 3513465.35957547 5561264.87739268 3504538.32121651 5547360.9780729 3504550.02605439</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_31467_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
