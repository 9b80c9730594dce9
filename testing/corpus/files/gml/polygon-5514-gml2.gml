<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ polygon-5514-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>-710167.2109289081</gml:X><gml:Y>-1115592.014130502</gml:Y></gml:coord>
      <gml:coord><gml:X>-688720.5767168251</gml:X><gml:Y>-1085720.205914093</gml:Y></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                            
  <gml:featureMember>
    <ogr:polygon_5514_gml2 fid="polygon_5514_gml2.0">
      <ogr:WKT><gml:Polygon srsName="EPSG:5514"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>-710167.210928908,-1113291.8952115 -692206.429765681,-1115592.0141305 -688720.576716825,-1088008.60847388 -706589.616223751,-1085720.20591409 -710167.210928908,-1113291.8952115</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>first</ogr:name>
      <ogr:whole>42</ogr:whole>
    </ogr:polygon_5514_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:polygon_5514_gml2 fid="polygon_5514_gml2.1">
      <ogr:WKT><gml:Polygon srsName="EPSG:5514"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>-710167.210928908,-1113291.8952115 -692206.429765681,-1115592.0141305 -688720.576716825,-1088008.60847388 -706589.616223751,-1085720.20591409 -710167.210928908,-1113291.8952115</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs><gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>-704789.084618281,-1106978.95939363 -695820.1566487,-1108127.5602651 -694065.762523806,-1094337.31612726 -703011.755079767,-1093191.64431595 -704789.084618281,-1106978.95939363</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs></gml:Polygon></ogr:WKT>
      <ogr:name>second</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:polygon_5514_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
