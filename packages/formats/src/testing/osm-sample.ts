/** Each kind of object that OpenStreetMap data have, for GDAL and for us. */
export const OSM_SAMPLE = `<?xml version='1.0' encoding='UTF-8'?>
<osm version="0.6" generator="by hand">
  <node id="1" lat="50.0" lon="7.0" version="1"/>
  <node id="2" lat="50.0" lon="7.1" version="1"/>
  <node id="3" lat="50.1" lon="7.1" version="1"/>
  <node id="4" lat="50.1" lon="7.0" version="1"/>
  <node id="5" lat="50.04" lon="7.04" version="1"/>
  <node id="6" lat="50.04" lon="7.06" version="1"/>
  <node id="7" lat="50.06" lon="7.06" version="1"/>
  <node id="8" lat="50.05" lon="7.05" version="1"><tag k="name" v="Caf&#233; &amp; Bar"/><tag k="amenity" v="cafe"/></node>
  <way id="10" version="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/></way>
  <way id="11" version="1"><nd ref="1"/><nd ref="4"/><nd ref="3"/></way>
  <way id="12" version="1"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="5"/></way>
  <way id="13" version="1"><nd ref="1"/><nd ref="5"/><nd ref="8"/><tag k="highway" v="path"/></way>
  <way id="14" version="1"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="5"/><tag k="building" v="yes"/></way>
  <way id="15" version="1"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="5"/><tag k="highway" v="service"/></way>
  <relation id="20" version="1"><member type="way" ref="10" role="outer"/><member type="way" ref="11" role="outer"/><member type="way" ref="12" role="inner"/><tag k="type" v="multipolygon"/><tag k="landuse" v="forest"/></relation>
  <relation id="21" version="1"><member type="way" ref="13" role=""/><tag k="type" v="route"/><tag k="name" v="Trail"/></relation>
  <relation id="22" version="1"><member type="node" ref="8" role="via"/><tag k="type" v="restriction"/></relation>
</osm>
`;
