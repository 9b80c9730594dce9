<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-3857-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::3857"><gml:lowerCorner>1001875.41713946 6446275.84101716</gml:lowerCorner><gml:upperCorner>1029705.28983778 6489684.53579928</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                  
  <ogr:featureMember>
    <ogr:polygon_3857_gml3.2 gml:id="polygon_3857_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::3857"><gml:lowerCorner>1001875.41713946 6446275.84101716</gml:lowerCorner><gml:upperCorner>1029705.28983778 6489684.53579928</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::3857" gml:id="polygon_3857_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>1001875.41713946 6446275.84101716 1029705.28983778 6446275.84101716 1029705.28983778 6489684.53579928 1001875.41713946 6489684.53579928 1001875.41713946 6446275.84101716</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_3857_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_3857_gml3.2 gml:id="polygon_3857_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::3857"><gml:lowerCorner>1001875.41713946 6446275.84101716</gml:lowerCorner><gml:upperCorner>1029705.28983778 6489684.53579928</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::3857" gml:id="polygon_3857_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>1001875.41713946 6446275.84101716 1029705.28983778 6446275.84101716 1029705.28983778 6489684.53579928 1001875.41713946 6489684.53579928 1001875.41713946 6446275.84101716</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>1008832.88531404 6457106.78382698 1022747.8216632 6457106.78382698 1022747.8216632 6478811.08129766 1008832.88531404 6478811.08129766 1008832.88531404 6457106.78382698</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_3857_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
