<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-3035-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>4249298.599371912</gml:X><gml:Y>2987785.322471702</gml:Y></gml:coord>
      <gml:coord><gml:X>4267504.149276081</gml:X><gml:Y>3015802.014634964</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                
  <gml:featureMember>
    <ogr:polygon_3035_gml2 fid="polygon_3035_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:3035"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>4249298.59937191,2987999.01900181 4267223.11158936,2987785.3224717 4267504.14927608,3015589.25146195 4249673.31293705,3015802.01463496 4249298.59937191,2987999.01900181</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_3035_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_3035_gml2 fid="polygon_3035_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:3035"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>4249298.59937191,2987999.01900181 4267223.11158936,2987785.3224717 4267504.14927608,3015589.25146195 4249673.31293705,3015802.01463496 4249298.59937191,2987999.01900181</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>4253867.38189608,2994890.49089827 4262817.94409819,2994783.75904525 4262970.17256373,3008685.6214659 4254043.02934028,3008792.11997969 4253867.38189608,2994890.49089827</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_3035_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
