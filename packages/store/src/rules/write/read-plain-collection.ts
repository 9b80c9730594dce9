import { endOfValue } from '@meridian/geo';
import { Fault } from '../../model/fault.ts';
import { PlainInputScanner } from '../../model/feature/plain-input.ts';
import { MAX_JSON_DEPTH, parseExactly } from '../../model/json/exact-json.ts';
import type { WriteEntry } from './body-content.ts';
import type { WriteLimits } from './write-request.ts';

const HEAD = '{"type":"FeatureCollection","features":[';
/** A feature is inside of an array in an object. */
const LEVELS_AROUND = 2;
/** Nothing that is nested deeper is taken for plain. */
const PLAIN_LEVELS = 40;

const scanner = new PlainInputScanner();

/**
 * The features of a collection that is written as most programs write it: those that are just as they will be stored are not
 * parsed, and all others one by one, so that little is in memory at a time. Undefined where the body has to be parsed as a
 * whole, which then tells what is wrong with it. `readEntry` reads what was parsed.
 */
export function readPlainCollection(
  text: string,
  limits: WriteLimits,
  readEntry: (feature: unknown, position: number, limits: WriteLimits) => WriteEntry,
): WriteEntry[] | undefined {
  const { maxDepth = MAX_JSON_DEPTH, maxFeatures } = limits;
  if (!text.startsWith(HEAD) || maxDepth < PLAIN_LEVELS) return undefined;
  const entries: WriteEntry[] = [];
  for (let at = HEAD.length; entries.length < maxFeatures; at++) {
    const read = plainEntry(text, at, entries.length, limits);
    if (read) entries.push(read.entry);
    else {
      const feature = parsedFeature(text, at, maxDepth - LEVELS_AROUND);
      if (!feature) return undefined;
      entries.push(readEntry(feature.value, entries.length, limits));
      scanner.end = feature.end;
    }
    at = scanner.end;
    const code = text.charCodeAt(at);
    if (code === CLOSE_BRACKET) return isEnd(text, at + 1) ? entries : undefined;
    if (code !== COMMA) return undefined;
  }
  return undefined;
}

function plainEntry(
  text: string,
  at: number,
  position: number,
  limits: WriteLimits,
): { entry: WriteEntry } | undefined {
  try {
    const input = scanner.read(text, at, limits);
    return input && { entry: { position, id: input.id, input } };
  } catch (error) {
    // Its tags are wrong: parsing tells.
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

function parsedFeature(
  text: string,
  at: number,
  maxDepth: number,
): { value: unknown; end: number } | undefined {
  const end = text.charCodeAt(at) === OPEN_BRACE ? endOfValue(text, at) : -1;
  if (end < 0) return undefined;
  try {
    return { value: parseExactly(text.slice(at, end), 'the request body', maxDepth), end };
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** Only the end of the object, and perhaps of its line. */
function isEnd(text: string, at: number): boolean {
  return text.charCodeAt(at) === CLOSE_BRACE && text.slice(at + 1).trim() === '';
}

const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
