<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-31467-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>3500074.757706935</gml:X><gml:Y>5540407.239514667</gml:Y></gml:coord>
      <gml:coord><gml:X>3517998.784681125</gml:X><gml:Y>5568245.073115185</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                
  <gml:featureMember>
    <ogr:polygon_31467_gml2 fid="polygon_31467_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:31467"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>3500074.92063006,5540407.23951467 3517998.78468112,5540437.2935353 3517905.52836262,5568245.07311518 3500074.75770693,5568215.03785004 3500074.92063006,5540407.23951467</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_31467_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_31467_gml2 fid="polygon_31467_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:31467"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>3500074.92063006,5540407.23951467 3517998.78468112,5540437.2935353 3517905.52836262,5568245.07311518 3500074.75770693,5568215.03785004 3500074.92063006,5540407.23951467</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>3504550.02605439,5547360.9780729 3513500.32593686,5547376.00809158 3513465.35957547,5561279.90111173 3504538.32121651,5561264.87739268 3504550.02605439,5547360.9780729</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_31467_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
