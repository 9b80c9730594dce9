<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-2154-gml3.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::2154"><gml:lowerCorner>622609.119992161 6544749.51310421</gml:lowerCorner><gml:upperCorner>642219.852878281 6572724.42986727</gml:upperCorner></gml:Envelope></gml:boundedBy>
                                                                                                                  
  <ogr:featureMember>
    <ogr:polygon_2154_gml3.2 gml:id="polygon_2154_gml3.2.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::2154"><gml:lowerCorner>622609.119992161 6544749.51310421</gml:lowerCorner><gml:upperCorner>642219.852878281 6572724.42986727</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::2154" gml:id="polygon_2154_gml3.2.geom.0"><gml:exterior><gml:LinearRing><gml:posList>622609.119992161 6544963.91058373 641956.161192921 6544749.51310421 642219.852878281 6572511.00639005 622960.704794273 6572724.42986727 622609.119992161 6544963.91058373</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_2154_gml3.2>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:polygon_2154_gml3.2 gml:id="polygon_2154_gml3.2.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::2154"><gml:lowerCorner>622609.119992161 6544749.51310421</gml:lowerCorner><gml:upperCorner>642219.852878281 6572724.42986727</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:WKT><gml:Polygon srsName="urn:ogc:def:crs:EPSG::2154" gml:id="polygon_2154_gml3.2.geom.1"><gml:exterior><gml:LinearRing><gml:posList>622609.119992161 6544963.91058373 641956.161192921 6544749.51310421 642219.852878281 6572511.00639005 622960.704794273 6572724.42986727 622609.119992161 6544963.91058373</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>627528.217707577 6551844.73327353 637190.754746774 6551737.65624994 637333.587286121 6565618.28602002 627693.023520067 6565725.1195431 627528.217707577 6551844.73327353</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_2154_gml3.2>
  </ogr:featureMember>
</ogr:FeatureCollection>
