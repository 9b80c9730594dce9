<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-25833-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>362705.634104228</gml:X><gml:Y>5762484.127958221</gml:Y></gml:coord>
      <gml:coord><gml:X>380536.5748676682</gml:X><gml:Y>5790728.958301715</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                 
  <gml:featureMember>
    <ogr:polygon_25833_gml2 fid="polygon_25833_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:25833"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>362705.634104228,5762926.81279022 379866.050082677,5762484.12795822 380536.574867668,5790287.24925208 363471.994444453,5790728.95830171 362705.634104228,5762926.81279022</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_25833_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_25833_gml2 fid="polygon_25833_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:25833"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>362705.634104228,5762926.81279022 379866.050082677,5762484.12795822 380536.574867668,5790287.24925208 363471.994444453,5790728.95830171 362705.634104228,5762926.81279022</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>367181.043002652,5769761.10730343 375749.288177953,5769539.88544796 376096.529414881,5783441.33028351 367552.243124483,5783662.30819468 367181.043002652,5769761.10730343</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_25833_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
