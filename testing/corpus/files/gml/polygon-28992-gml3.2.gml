<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-28992-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::28992"><gml:lowerCorner>128410.08537081 445744.570593758</gml:lowerCorner><gml:upperCorner>145630.527861507 473621.191910823</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                  
  <ogr:featureMember>
    <ogr:polygon_28992_gml3.2 gml:id="polygon_28992_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::28992"><gml:lowerCorner>128410.08537081 445744.570593758</gml:lowerCorner><gml:upperCorner>145630.527861507 473621.191910823</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::28992" gml:id="polygon_28992_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>128410.08537081 445806.50883315 145578.003159737 445744.570593758 145630.527861507 473559.494769241 128558.43120979 473621.191910823 128410.08537081 445806.50883315</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_28992_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_28992_gml3.2 gml:id="polygon_28992_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::28992"><gml:lowerCorner>128410.08537081 445744.570593758</gml:lowerCorner><gml:upperCorner>145630.527861507 473621.191910823</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::28992" gml:id="polygon_28992_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>128410.08537081 445806.50883315 145578.003159737 445744.570593758 145630.527861507 473559.494769241 128558.43120979 473621.191910823 128410.08537081 445806.50883315</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>132733.127186478 452739.06969602 141305.118447516 452708.130633037 141343.358418135 466615.569283533 132795.322432323 466646.448072171 132733.127186478 452739.06969602</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_28992_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
