<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-27700-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::27700"><gml:lowerCorner>365770.651950845 233536.042611474</gml:lowerCorner><gml:upperCorner>383029.575451471 261431.488658907</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                 
  <ogr:featureMember>
    <ogr:polygon_27700_gml3.2 gml:id="polygon_27700_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::27700"><gml:lowerCorner>365770.651950845 233536.042611474</gml:lowerCorner><gml:upperCorner>383029.575451471 261431.488658907</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::27700" gml:id="polygon_27700_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>365770.651950845 233624.624579647 382933.701223601 233536.042611474 383029.575451471 261343.101580546 365962.301426109 261431.488658907 365770.651950845 233624.624579647</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_27700_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_27700_gml3.2 gml:id="polygon_27700_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::27700"><gml:lowerCorner>365770.651950845 233536.042611474</gml:lowerCorner><gml:upperCorner>383029.575451471 261431.488658907</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::27700" gml:id="polygon_27700_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>365770.651950845 233624.624579647 382933.701223601 233536.042611474 383029.575451471 261343.101580546 365962.301426109 261431.488658907 365770.651950845 233624.624579647</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>370103.274855385 240548.567105499 378672.844259272 240504.300199938 378732.753160509 254407.811448741 370187.127564477 254452.029632111 370103.274855385 240548.567105499</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_27700_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
