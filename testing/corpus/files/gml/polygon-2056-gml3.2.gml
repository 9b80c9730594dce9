<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-2056-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::2056"><gml:lowerCorner>2604688.89347506 1149856.04084006</gml:lowerCorner><gml:upperCorner>2623901.64265294 1177692.78169467</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                  
  <ogr:featureMember>
    <ogr:polygon_2056_gml3.2 gml:id="polygon_2056_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::2056"><gml:lowerCorner>2604688.89347506 1149856.04084006</gml:lowerCorner><gml:upperCorner>2623901.64265294 1177692.78169467</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::2056" gml:id="polygon_2056_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>2604710.31163332 1149856.04084006 2623901.64265294 1149901.43004416 2623791.60561245 1177692.78169467 2604688.89347506 1177647.60417266 2604710.31163332 1149856.04084006</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_2056_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_2056_gml3.2 gml:id="polygon_2056_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::2056"><gml:lowerCorner>2604688.89347506 1149856.04084006</gml:lowerCorner><gml:upperCorner>2623901.64265294 1177692.78169467</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::2056" gml:id="polygon_2056_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>2604710.31163332 1149856.04084006 2623901.64265294 1149901.43004416 2623791.60561245 1177692.78169467 2604688.89347506 1177647.60417266 2604710.31163332 1149856.04084006</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>2609497.26317072 1156809.48972449 2619081.8543464 1156832.15783882 2619037.91317162 1170727.86520959 2609475.47670367 1170705.25001575 2609497.26317072 1156809.48972449</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_2056_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
