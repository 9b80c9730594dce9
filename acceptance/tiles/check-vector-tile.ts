import { type Field, fieldsOf, varintsOf } from './protobuf.ts';

type Kind = 1 | 2 | 3;
type Layer = { keys: number; values: number };

/** Throws unless every rule of the vector tile specification 2.1 for encoders is kept; a tile may be empty. */
export function checkVectorTile(bytes: Uint8Array): void {
  const names = new Set<string>();
  for (const field of fieldsOf(bytes)) {
    if (field.number !== 3 || field.wire !== 2) fail(`a tile has field ${field.number}`);
    const name = checkLayer(field.bytes);
    if (names.has(name)) fail(`two layers are named ${name}`);
    names.add(name);
  }
}

/** Fields of a layer with their wire types; those that must be there once are named. */
const LAYER_FIELDS: Record<number, { wire: number; once?: string }> = {
  1: { wire: 2, once: 'name' },
  2: { wire: 2 },
  3: { wire: 2 },
  4: { wire: 2 },
  5: { wire: 0 },
  15: { wire: 0, once: 'version' },
};

function checkLayer(bytes: Uint8Array): string {
  const fields = fieldsOf(bytes);
  for (const { number, wire } of fields)
    if (LAYER_FIELDS[number]?.wire !== wire) fail(`a layer has field ${number} of wire type ${wire}`);
  for (const [number, { once }] of Object.entries(LAYER_FIELDS))
    if (once && ofNumber(fields, Number(number)).length !== 1) fail(`a layer has no ${once}, or several`);
  if (ofNumber(fields, 15)[0]!.value !== 2) fail('the version is not 2');
  // Where it is not said, it is 4096.
  const extents = ofNumber(fields, 5);
  if (extents.length > 1 || extents[0]?.value === 0) fail('there are several extents, or it is 0');
  const name = text(ofNumber(fields, 1)[0]!);
  if (name === '') fail('the name is empty');
  const keys = ofNumber(fields, 3).map(text);
  if (new Set(keys).size !== keys.length) fail('a key is there twice');
  const values = ofNumber(fields, 4).map(({ bytes: value }) => checkValue(value));
  if (new Set(values).size !== values.length) fail('a value is there twice');
  const features = ofNumber(fields, 2);
  if (features.length === 0) fail('a layer has no feature');
  for (const feature of features) checkFeature(feature.bytes, { keys: keys.length, values: values.length });
  return name;
}

const VALUE_WIRES = [-1, 2, 5, 1, 0, 0, 0, 0];

function checkValue(bytes: Uint8Array): string {
  const [only, ...others] = fieldsOf(bytes);
  if (!only || others.length > 0) fail('a value has no or several types');
  if (VALUE_WIRES[only.number] !== only.wire) fail(`a value has field ${only.number} of type ${only.wire}`);
  return `${only.number} ${only.value} ${Buffer.from(only.bytes).toString('hex')}`;
}

function checkFeature(bytes: Uint8Array, layer: Layer): void {
  const fields = fieldsOf(bytes);
  const wires: Record<number, number> = { 1: 0, 2: 2, 3: 0, 4: 2 };
  for (const { number, wire } of fields)
    if (wires[number] !== wire) fail(`a feature has field ${number} of wire type ${wire}`);
  for (const number of [1, 2, 3, 4])
    if (ofNumber(fields, number).length > 1) fail(`a feature has field ${number} several times`);
  const [type] = ofNumber(fields, 3);
  const [geometry] = ofNumber(fields, 4);
  if (!type || ![1, 2, 3].includes(type.value)) fail(`a feature has the type ${type?.value}`);
  if (!geometry) fail('a feature has no geometry');
  checkTags(varintsOf(ofNumber(fields, 2)[0]?.bytes ?? new Uint8Array(0)), layer);
  checkGeometry(varintsOf(geometry.bytes), type.value as Kind);
}

function checkTags(tags: number[], { keys, values }: Layer): void {
  if (tags.length % 2 !== 0) fail('tags are no pairs');
  const seen = new Set<number>();
  for (let i = 0; i < tags.length; i += 2) {
    if (tags[i]! >= keys || tags[i + 1]! >= values) fail('a tag leads nowhere');
    if (seen.has(tags[i]!)) fail('a feature has a key twice');
    seen.add(tags[i]!);
  }
}

type Command = { id: number; count: number; points: [number, number][] };

function checkGeometry(numbers: number[], kind: Kind): void {
  const commands = readCommands(numbers);
  if (commands.length === 0) fail('a geometry is empty');
  if (kind === 1) {
    const [only] = commands;
    if (commands.length !== 1 || only!.id !== 1 || only!.count < 1) fail('points are not one MoveTo');
    return;
  }
  const length = kind === 2 ? 2 : 3;
  if (commands.length % length !== 0) fail('a path is not complete');
  let outerRings = 0;
  for (let i = 0; i < commands.length; i += length) {
    const [move, line, close] = commands.slice(i, i + length);
    if (move!.id !== 1 || move!.count !== 1) fail('a path does not begin with one MoveTo');
    if (line!.id !== 2 || line!.count < (kind === 2 ? 1 : 2)) fail('a path has too few points');
    if (kind === 3 && (close!.id !== 7 || close!.count !== 1)) fail('a ring is not closed');
    const path = [...move!.points, ...line!.points];
    for (let p = 1; p < path.length; p++)
      if (path[p]![0] === path[p - 1]![0] && path[p]![1] === path[p - 1]![1]) fail('a point comes twice');
    if (kind === 3) outerRings += checkRing(path, outerRings);
  }
}

/** 1 for an outer ring, 0 for a hole, of which there is none before the first outer ring. */
function checkRing(ring: [number, number][], outerRings: number): number {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  if (first[0] === last[0] && first[1] === last[1]) fail('a ring repeats its first point');
  let area = 0;
  for (const [i, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    area += x * nextY - nextX * y;
  }
  if (area === 0) fail('a ring has no area');
  if (area < 0 && outerRings === 0) fail('a hole comes before its polygon');
  return area > 0 ? 1 : 0;
}

function readCommands(numbers: number[]): Command[] {
  const commands: Command[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < numbers.length; ) {
    const [id, count] = [numbers[at]! % 8, Math.floor(numbers[at]! / 8)];
    at++;
    if (![1, 2, 7].includes(id)) fail(`there is no command ${id}`);
    const points: [number, number][] = [];
    if (id !== 7) {
      if (at + 2 * count > numbers.length) fail('a command has too few parameters');
      for (let i = 0; i < count; i++) {
        x += unzigzag(numbers[at++]!);
        y += unzigzag(numbers[at++]!);
        points.push([x, y]);
      }
    }
    commands.push({ id, count, points });
  }
  return commands;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function ofNumber(fields: Field[], number: number): Field[] {
  return fields.filter((field) => field.number === number);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function text({ bytes }: Field): string {
  return utf8.decode(bytes);
}

function fail(what: string): never {
  throw new Error(`not a vector tile: ${what}`);
}
