<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-31468-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::31468"><gml:lowerCorner>5317984.71045111 4500107.2519476</gml:lowerCorner><gml:upperCorner>5345813.31127527 4518763.75802375</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                  
  <ogr:featureMember>
    <ogr:polygon_31468_gml3.2 gml:id="polygon_31468_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::31468"><gml:lowerCorner>5317984.71045111 4500107.2519476</gml:lowerCorner><gml:upperCorner>5345813.31127527 4518763.75802375</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::31468" gml:id="polygon_31468_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>5317984.71045111 4500107.42149377 5318015.02816234 4518763.75802375 5345813.31127527 4518673.30617388 5345783.063261 4500107.2519476 5317984.71045111 4500107.42149377</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_31468_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_31468_gml3.2 gml:id="polygon_31468_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::31468"><gml:lowerCorner>5317984.71045111 4500107.2519476</gml:lowerCorner><gml:upperCorner>5345813.31127527 4518763.75802375</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::31468" gml:id="polygon_31468_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>5317984.71045111 4500107.42149377 5318015.02816234 4518763.75802375 5345813.31127527 4518673.30617388 5345783.063261 4500107.2519476 5317984.71045111 4500107.42149377</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>5324936.09917674 4504765.82901604 5324951.24272329 4514082.73547046 5338850.40474338 4514048.78359672 5338835.27315429 4504754.44871435 5324936.09917674 4504765.82901604</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_31468_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
