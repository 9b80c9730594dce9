<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-32632-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>500000</gml:X><gml:Y>5538630.702867474</gml:Y></gml:coord>
      <gml:coord><gml:X>517916.7590216874</gml:X><gml:Y>5566457.344393567</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                           
  <gml:featureMember>
    <ogr:polygon_32632_gml2 fid="polygon_32632_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:32632"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>500000.0,5538630.70286747 517916.759021687,5538660.64633309 517823.678190409,5566457.34439357 500000.0,5566427.44771269 500000.0,5538630.70286747</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_32632_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_32632_gml2 fid="polygon_32632_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:32632"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>500000.0,5538630.70286747 517916.759021687,5538660.64633309 517823.678190409,5566457.34439357 500000.0,5566427.44771269 500000.0,5538630.70286747</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>504473.382577348,5545581.64700866 513420.144013368,5545596.61298709 513385.238752686,5559494.97227994 504461.747517709,5559480.01799759 504473.382577348,5545581.64700866</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_32632_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
