<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-25833-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25833"><gml:lowerCorner>362705.634104228 5762484.12795822</gml:lowerCorner><gml:upperCorner>380536.574867668 5790728.95830171</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                 
  <ogr:featureMember>
    <ogr:polygon_25833_gml3.2 gml:id="polygon_25833_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25833"><gml:lowerCorner>362705.634104228 5762484.12795822</gml:lowerCorner><gml:upperCorner>380536.574867668 5790728.95830171</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::25833" gml:id="polygon_25833_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>362705.634104228 5762926.81279022 379866.050082677 5762484.12795822 380536.574867668 5790287.24925208 363471.994444453 5790728.95830171 362705.634104228 5762926.81279022</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_25833_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_25833_gml3.2 gml:id="polygon_25833_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25833"><gml:lowerCorner>362705.634104228 5762484.12795822</gml:lowerCorner><gml:upperCorner>380536.574867668 5790728.95830171</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::25833" gml:id="polygon_25833_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>362705.634104228 5762926.81279022 379866.050082677 5762484.12795822 380536.574867668 5790287.24925208 363471.994444453 5790728.95830171 362705.634104228 5762926.81279022</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>367181.043002652 5769761.10730343 375749.288177953 5769539.88544796 376096.529414881 5783441.33028351 367552.243124483 5783662.30819468 367181.043002652 5769761.10730343</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_25833_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
