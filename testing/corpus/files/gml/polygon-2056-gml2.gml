<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-2056-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>2604688.893475061</gml:X><gml:Y>1149856.040840062</gml:Y></gml:coord>
      <gml:coord><gml:X>2623901.642652935</gml:X><gml:Y>1177692.781694666</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                
  <gml:featureMember>
    <ogr:polygon_2056_gml2 fid="polygon_2056_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:2056"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>2604710.31163332,1149856.04084006 2623901.64265294,1149901.43004416 2623791.60561245,1177692.78169467 2604688.89347506,1177647.60417266 2604710.31163332,1149856.04084006</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_2056_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_2056_gml2 fid="polygon_2056_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:2056"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>2604710.31163332,1149856.04084006 2623901.64265294,1149901.43004416 2623791.60561245,1177692.78169467 2604688.89347506,1177647.60417266 2604710.31163332,1149856.04084006</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>2609497.26317072,1156809.48972449 2619081.8543464,1156832.15783882 2619037.91317162,1170727.86520959 2609475.47670367,1170705.25001575 2609497.26317072,1156809.48972449</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_2056_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
