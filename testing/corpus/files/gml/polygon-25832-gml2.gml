<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-25832-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>500000</gml:X><gml:Y>5538630.702744345</gml:Y></gml:coord>
      <gml:coord><gml:X>517916.7590218603</gml:X><gml:Y>5566457.344270329</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                           
  <gml:featureMember>
    <ogr:polygon_25832_gml2 fid="polygon_25832_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:25832"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>500000.0,5538630.70274435 517916.75902186,5538660.64620997 517823.678190582,5566457.34427033 500000.0,5566427.44758945 500000.0,5538630.70274435</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_25832_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_25832_gml2 fid="polygon_25832_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:25832"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>500000.0,5538630.70274435 517916.75902186,5538660.64620997 517823.678190582,5566457.34427033 500000.0,5566427.44758945 500000.0,5538630.70274435</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>504473.382577392,5545581.64688551 513420.144013498,5545596.61286394 513385.238752816,5559494.97215672 504461.747517752,5559480.01787438 504473.382577392,5545581.64688551</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_25832_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
