<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-21781-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::21781"><gml:lowerCorner>604688.893475061 149856.040840062</gml:lowerCorner><gml:upperCorner>623901.642652935 177692.781694667</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                 
  <ogr:featureMember>
    <ogr:polygon_21781_gml3.2 gml:id="polygon_21781_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::21781"><gml:lowerCorner>604688.893475061 149856.040840062</gml:lowerCorner><gml:upperCorner>623901.642652935 177692.781694667</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::21781" gml:id="polygon_21781_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>604710.311633316 149856.040840062 623901.642652935 149901.430044159 623791.605612446 177692.781694667 604688.893475061 177647.60417266 604710.311633316 149856.040840062</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_21781_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_21781_gml3.2 gml:id="polygon_21781_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::21781"><gml:lowerCorner>604688.893475061 149856.040840062</gml:lowerCorner><gml:upperCorner>623901.642652935 177692.781694667</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::21781" gml:id="polygon_21781_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>604710.311633316 149856.040840062 623901.642652935 149901.430044159 623791.605612446 177692.781694667 604688.893475061 177647.60417266 604710.311633316 149856.040840062</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>609497.263170723 156809.489724491 619081.854346403 156832.157838822 619037.913171622 170727.865209587 609475.476703665 170705.250015746 609497.263170723 156809.489724491</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_21781_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
