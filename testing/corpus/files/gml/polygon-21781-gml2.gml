<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-21781-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>604688.8934750607</gml:X><gml:Y>149856.0408400621</gml:Y></gml:coord>
      <gml:coord><gml:X>623901.6426529355</gml:X><gml:Y>177692.7816946665</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                
  <gml:featureMember>
    <ogr:polygon_21781_gml2 fid="polygon_21781_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:21781"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>604710.311633316,149856.040840062 623901.642652935,149901.430044159 623791.605612446,177692.781694667 604688.893475061,177647.60417266 604710.311633316,149856.040840062</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_21781_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_21781_gml2 fid="polygon_21781_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:21781"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>604710.311633316,149856.040840062 623901.642652935,149901.430044159 623791.605612446,177692.781694667 604688.893475061,177647.60417266 604710.311633316,149856.040840062</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>609497.263170723,156809.489724491 619081.854346403,156832.157838822 619037.913171622,170727.865209587 609475.476703665,170705.250015746 609497.263170723,156809.489724491</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_21781_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
