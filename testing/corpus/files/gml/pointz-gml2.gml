<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://ogr.maptools.org/ pointz-gml2.xsd"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml">
  <gml:boundedBy>
    <gml:Box>
      <gml:coord><gml:X>9</gml:X><gml:Y>50</gml:Y><gml:Z>-3</gml:Z></gml:coord>
      <gml:coord><gml:X>9.25</gml:X><gml:Y>50</gml:Y><gml:Z>12.5</gml:Z></gml:coord>
    </gml:Box>
  </gml:boundedBy>
                                                                                                                       
  <gml:featureMember>
    <ogr:pointz_gml2 fid="pointz_gml2.0">
      <ogr:WKT><gml:Point srsName="EPSG:4326"><gml:coordinates>9,50,12.5</gml:coordinates></gml:Point></ogr:WKT>
      <ogr:name>Grüße</ogr:name>
      <ogr:whole>42</ogr:whole>
      <ogr:num>1.25</ogr:num>
    </ogr:pointz_gml2>
  </gml:featureMember>
  <gml:featureMember>
    <ogr:pointz_gml2 fid="pointz_gml2.1">
      <ogr:WKT><gml:Point srsName="EPSG:4326"><gml:coordinates>9.25,50.0,-3</gml:coordinates></gml:Point></ogr:WKT>
      <ogr:name>plain, &quot;quoted&quot;</ogr:name>
      <ogr:whole>-7</ogr:whole>
    </ogr:pointz_gml2>
  </gml:featureMember>
</ogr:FeatureCollection>
