import type { Topology } from 'topojson-specification';
import { checkFeature, refuse } from '../check.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord } from '../feature.ts';
import type { Reading } from '../reading.ts';
import { readWhole } from '../text/byte-reader.ts';
import { parseDocument } from '../text/json-document.ts';
import { utf8Stream } from '../text/utf8-stream.ts';
import { isRepetitive, maxPositions, shapeFault, sharedFault } from './shape-fault.ts';

/** TopoJSON shares lines between its shapes, so it is held as a whole. Each of its objects is a layer. */
export async function* readTopoJson(reading: Reading): AsyncGenerator<ReadRecord> {
  const { file, limits, options } = reading;
  const topology = parseTopology(await readWhole(utf8Stream(reading), limits.documentBytes, file), reading);
  const { feature } = await import('topojson-client');
  const layers = Object.entries(topology.objects);
  reading.found({ layers: layers.map(([name]) => name) });
  const chosen = layers.filter(([name]) => options.layer === undefined || name === options.layer);
  if (chosen.length === 0 && options.layer !== undefined)
    throw new FormatFault(
      'option',
      file,
      `has no layer ${options.layer}: it has ${layers.map(([name]) => name).join(', ')}`,
    );
  const max = maxPositions(topology.arcs);
  for (const [layer, object] of chosen) {
    const isList = object?.type === 'GeometryCollection' && Array.isArray(object.geometries);
    const members = isList ? object.geometries : [object];
    for (const member of members) {
      const location = reading.next({ layer });
      if (location === undefined) continue;
      const fault = shapeFault(member, topology.arcs);
      if (fault !== undefined)
        throw new FormatFault('malformed', file, `has a shape in layer ${layer} ${fault}`);
      if (isRepetitive(member, topology.arcs, max))
        yield refuse(location, 'names the same lines again and again');
      else yield checkFeature(feature(topology, member), location);
    }
  }
}

function parseTopology(bytes: Uint8Array, reading: Reading): Topology {
  const topology = parseDocument(bytes, reading) as Partial<Topology>;
  if (topology.type !== 'Topology' || typeof topology.objects !== 'object' || !Array.isArray(topology.arcs))
    throw new FormatFault(
      'malformed',
      reading.file,
      'is no TopoJSON: it must have type "Topology", objects and arcs',
    );
  const fault = sharedFault(topology as Topology);
  if (fault !== undefined) throw new FormatFault('malformed', reading.file, fault);
  return topology as Topology;
}
