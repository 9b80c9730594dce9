<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-3035-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::3035"><gml:lowerCorner>2987785.3224717 4249298.59937191</gml:lowerCorner><gml:upperCorner>3015802.01463496 4267504.14927608</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                   
  <ogr:featureMember>
    <ogr:polygon_3035_gml3.2 gml:id="polygon_3035_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::3035"><gml:lowerCorner>2987785.3224717 4249298.59937191</gml:lowerCorner><gml:upperCorner>3015802.01463496 4267504.14927608</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::3035" gml:id="polygon_3035_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>2987999.01900181 4249298.59937191 2987785.3224717 4267223.11158936 3015589.25146195 4267504.14927608 3015802.01463496 4249673.31293705 2987999.01900181 4249298.59937191</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_3035_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_3035_gml3.2 gml:id="polygon_3035_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::3035"><gml:lowerCorner>2987785.3224717 4249298.59937191</gml:lowerCorner><gml:upperCorner>3015802.01463496 4267504.14927608</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::3035" gml:id="polygon_3035_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>2987999.01900181 4249298.59937191 2987785.3224717 4267223.11158936 3015589.25146195 4267504.14927608 3015802.01463496 4249673.31293705 2987999.01900181 4249298.59937191</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>2994890.49089827 4253867.38189608 2994783.75904525 4262817.94409819 3008685.6214659 4262970.17256373 3008792.11997969 4254043.02934028 2994890.49089827 4253867.38189608</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_3035_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
