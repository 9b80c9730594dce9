<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-5514-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::5514"><gml:lowerCorner>-710167.210928908 -1115592.0141305</gml:lowerCorner><gml:upperCorner>-688720.576716825 -1085720.20591409</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                               
  <ogr:featureMember>
    <ogr:polygon_5514_gml3.2 gml:id="polygon_5514_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::5514"><gml:lowerCorner>-710167.210928908 -1115592.0141305</gml:lowerCorner><gml:upperCorner>-688720.576716825 -1085720.20591409</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::5514" gml:id="polygon_5514_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>-710167.210928908 -1113291.8952115 -692206.429765681 -1115592.0141305 -688720.576716825 -1088008.60847388 -706589.616223751 -1085720.20591409 -710167.210928908 -1113291.8952115</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_5514_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_5514_gml3.2 gml:id="polygon_5514_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::5514"><gml:lowerCorner>-710167.210928908 -1115592.0141305</gml:lowerCorner><gml:upperCorner>-688720.576716825 -1085720.20591409</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::5514" gml:id="polygon_5514_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>-710167.210928908 -1113291.8952115 -692206.429765681 -1115592.0141305 -688720.576716825 -1088008.60847388 -706589.616223751 -1085720.20591409 -710167.210928908 -1113291.8952115</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>-704789.084618281 -1106978.95939363 -695820.1566487 -1108127.5602651 -694065.762523806 -1094337.31612726 -703011.755079767 -1093191.64431595 -704789.084618281 -1106978.95939363</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_5514_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
