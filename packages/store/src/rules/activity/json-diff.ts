import { isObject, sameJson } from '../../model/json/own.ts';

/** A step of a JSON Patch (RFC 6902). */
export type PatchStep = { op: 'add' | 'remove' | 'replace'; path: string; value?: unknown };

/**
 * The steps from one JSON value to another; lists are replaced whole.
 * jsonDiff({a:1,b:{c:2}}, {b:{c:3,d:4}}) → remove /a, replace /b/c with 3, add /b/d with 4
 */
export function jsonDiff(before: unknown, after: unknown, path = ''): PatchStep[] {
  if (sameJson(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ op: 'replace', path, value: after }];
  const steps: PatchStep[] = [];
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) steps.push({ op: 'remove', path: pathTo(path, name) });
  for (const name of Object.keys(after)) {
    const inner = pathTo(path, name);
    if (Object.hasOwn(before, name)) steps.push(...jsonDiff(before[name], after[name], inner));
    else steps.push({ op: 'add', path: inner, value: after[name] });
  }
  return steps;
}

function pathTo(path: string, name: string): string {
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
