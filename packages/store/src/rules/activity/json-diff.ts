import { isObject, sameJson } from '../../model/json/own.ts';

/** A step of a JSON Patch (RFC 6902). */
export type PatchStep = { op: 'add' | 'remove' | 'replace'; path: string; value?: unknown };

/** What is below a longer path is replaced whole: each step would repeat it. */
const MAX_PATH_CHARS = 256;

/**
 * The steps from one JSON value to another; lists are replaced whole.
 * jsonDiff({a:1,b:{c:2}}, {b:{c:3,d:4}}) → remove /a, replace /b/c with 3, add /b/d with 4
 */
export function jsonDiff(before: unknown, after: unknown): PatchStep[] {
  const steps: PatchStep[] = [];
  addSteps(before, after, '', steps);
  return steps;
}

function addSteps(before: unknown, after: unknown, path: string, steps: PatchStep[]): void {
  if (!isObject(before) || !isObject(after) || path.length > MAX_PATH_CHARS) {
    if (!sameJson(before, after)) steps.push({ op: 'replace', path, value: after });
    return;
  }
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) steps.push({ op: 'remove', path: pathTo(path, name) });
  for (const name of Object.keys(after)) {
    const inner = pathTo(path, name);
    if (Object.hasOwn(before, name)) addSteps(before[name], after[name], inner, steps);
    else steps.push({ op: 'add', path: inner, value: after[name] });
  }
}

function pathTo(path: string, name: string): string {
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
