<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-32632-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::32632"><gml:lowerCorner>500000.0 5538630.70286747</gml:lowerCorner><gml:upperCorner>517916.759021687 5566457.34439357</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                         
  <ogr:featureMember>
    <ogr:polygon_32632_gml3.2 gml:id="polygon_32632_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::32632"><gml:lowerCorner>500000.0 5538630.70286747</gml:lowerCorner><gml:upperCorner>517916.759021687 5566457.34439357</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::32632" gml:id="polygon_32632_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>500000.0 5538630.70286747 517916.759021687 5538660.64633309 517823.678190409 5566457.34439357 500000.0 5566427.44771269 500000.0 5538630.70286747</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_32632_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_32632_gml3.2 gml:id="polygon_32632_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::32632"><gml:lowerCorner>500000.0 5538630.70286747</gml:lowerCorner><gml:upperCorner>517916.759021687 5566457.34439357</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::32632" gml:id="polygon_32632_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>500000.0 5538630.70286747 517916.759021687 5538660.64633309 517823.678190409 5566457.34439357 500000.0 5566427.44771269 500000.0 5538630.70286747</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>504473.382577348 5545581.64700866 513420.144013368 5545596.61298709 513385.238752686 5559494.97227994 504461.747517709 5559480.01799759 504473.382577348 5545581.64700866</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_32632_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
