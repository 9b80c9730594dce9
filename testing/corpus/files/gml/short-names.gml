<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ short-names.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="EPSG:25832"><gml:lowerCorner>500000.0 5538630.70274435</gml:lowerCorner><gml:upperCorner>517916.75902186 5566457.34427033</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                                           
  <ogr:featureMember>
    <ogr:short_names gml:id="short_names.0">
      <gml:boundedBy><gml:Envelope srsName="EPSG:25832"><gml:lowerCorner>500000.0 5538630.70274435</gml:lowerCorner><gml:upperCorner>517916.75902186 5566457.34427033</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="EPSG:25832" gml:id="short_names.geom.0"><gml:exterior><gml:LinearRing><gml:posList>500000.0 5538630.70274435 517916.75902186 5538660.64620997 517823.678190582 5566457.34427033 500000.0 5566427.44758945 500000.0 5538630.70274435</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:short_names>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:short_names gml:id="short_names.1">
      <gml:boundedBy><gml:Envelope srsName="EPSG:25832"><gml:lowerCorner>500000.0 5538630.70274435</gml:lowerCorner><gml:upperCorner>517916.75902186 5566457.34427033</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="EPSG:25832" gml:id="short_names.geom.1"><gml:exterior><gml:LinearRing><gml:posList>500000.0 5538630.70274435 517916.75902186 5538660.64620997 517823.678190582 5566457.34427033 500000.0 5566427.44758945 500000.0 5538630.70274435</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>504473.382577392 5545581.64688551 513420.144013498 5545596.61286394 513385.238752816 5559494.97215672 504461.747517752 5559480.01787438 504473.382577392 5545581.64688551</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:short_names>
  </ogr:featureMember>
</ogr:FeatureCollection>
