import { NAMESPACE } from '../../model/feature/feature.ts';
import { geometryText, parseForeign, parseProperties } from '../../model/feature/feature-text.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { isObject, type JsonObject, own, setOwn } from '../../model/json/own.ts';

/**
 * One feature out of those that several spaces have under one id, later ones winning: objects merge member by member,
 * anything else replaces, null too. A geometry is taken whole, from the last that has one. It is of no space by itself.
 */
export function mergeRows(rows: readonly ReadRow[]): ReadRow {
  const last = rows.at(-1)!;
  const shaped = rows.findLast((row) => geometryText(row) !== 'null') ?? last;
  const { [NAMESPACE]: revision, ...properties } = rows.map(parseProperties).reduce(mergeLater);
  const { space: _dropped, ...namespace } = revision as JsonObject;
  properties[NAMESPACE] = namespace;
  const foreign = JSON.stringify(rows.map(parseForeign).reduce(mergeLater));
  const head = `{"type":"Feature","id":${JSON.stringify(last.id)},"geometry":`;
  const upToProperties = `${head}${geometryText(shaped)},"properties":`;
  const upToForeign = upToProperties + JSON.stringify(properties);
  return {
    seq: last.seq,
    id: last.id,
    hasZ: shaped.hasZ,
    geometryStart: head.length,
    propertiesStart: upToProperties.length,
    propertiesEnd: upToForeign.length,
    text: upToForeign + (foreign === '{}' ? '}' : `,${foreign.slice(1)}`),
  };
}

/** mergeLater({a:{b:1,c:2}}, {a:{b:null,d:[3]}}) → {a:{b:null,c:2,d:[3]}} */
export function mergeLater(earlier: JsonObject, later: JsonObject): JsonObject {
  const merged: JsonObject = { ...earlier };
  for (const name of Object.keys(later)) {
    const before = own(merged, name);
    const value = later[name];
    setOwn(merged, name, isObject(before) && isObject(value) ? mergeLater(before, value) : value);
  }
  return merged;
}
