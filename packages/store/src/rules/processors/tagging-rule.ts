import { compile, type JSONPathQuery, type JSONValue } from 'json-p3';
import { invalid } from '../../model/fault.ts';
import type { JsonObject } from '../../model/json/own.ts';

const MAX_RULE_CHARS = 4096;

/** A JSONPath that is made ready to be held against features. */
export type TaggingRule = {
  /** Whether its cost may grow faster than the feature: it must be watched. */
  isRisky: boolean;
  /** Whether it selects the feature, or anything in it. */
  matches(feature: JsonObject): boolean;
};

/** Parses a JSONPath (RFC 9535) such as `$.features[?(@.properties.area>=500)]`; the fault names it as `name`. */
export function compileTaggingRule(path: string, name: string): TaggingRule {
  if (path.length > MAX_RULE_CHARS)
    throw invalid(`${name} has ${path.length} characters, more than the ${MAX_RULE_CHARS} allowed`);
  const query = parse(path, name);
  return {
    isRisky: !isSimple(path),
    matches: (feature) => {
      // The library knows JSON by a type of its own.
      const collection = { type: 'FeatureCollection', features: [feature] } as unknown as JSONValue;
      return query.query(collection).nodes.some(({ location }) => location[0] === 'features');
    },
  };
}

function parse(path: string, name: string): JSONPathQuery {
  try {
    return compile(path);
  } catch (error) {
    // Nothing but the text can be at fault: whatever the parser throws, a stack overflow too, is about it.
    throw invalid(
      `${name} is not a JSONPath (RFC 9535) such as $.features[?(@.properties.area>=500)]: ${(error as Error).message}`,
    );
  }
}

/** One filter that compares single values: it looks at each of them once. Strings may hide one; then it is watched. */
function isSimple(path: string): boolean {
  const isOneFilter = path.split('?').length === 2;
  return isOneFilter && !path.slice(1).includes('$') && !/\.\.|[*:]|[a-z_]\s*\(/.test(path);
}
