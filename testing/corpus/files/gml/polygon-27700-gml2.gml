<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-27700-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>365770.651950845</gml:X><gml:Y>233536.0426114741</gml:Y></gml:coord>
      <gml:coord><gml:X>383029.5754514706</gml:X><gml:Y>261431.4886589067</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                 
  <gml:featureMember>
    <ogr:polygon_27700_gml2 fid="polygon_27700_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:27700"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>365770.651950845,233624.624579647 382933.701223601,233536.042611474 383029.575451471,261343.101580546 365962.301426109,261431.488658907 365770.651950845,233624.624579647</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_27700_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_27700_gml2 fid="polygon_27700_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:27700"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>365770.651950845,233624.624579647 382933.701223601,233536.042611474 383029.575451471,261343.101580546 365962.301426109,261431.488658907 365770.651950845,233624.624579647</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>370103.274855385,240548.567105499 378672.844259272,240504.300199938 378732.753160509,254407.811448741 370187.127564477,254452.029632111 370103.274855385,240548.567105499</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_27700_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
