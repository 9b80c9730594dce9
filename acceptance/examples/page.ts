import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Commands of a page, and the output that the page shows right below them. */
export interface Step {
  line: number;
  commands: string;
  shown?: { kind: string; text: string };
}

const BLOCK = /^```(\w+)\n(.*?)^```$/gms;
const OUTPUT_KINDS = ['json', 'text'];

/** The `sh` blocks of a page. Commands that are only to be read, such as `npm ci`, are fenced as `bash`. */
export function readSteps(page: string, fence = 'sh'): Step[] {
  const steps: Step[] = [];
  let end = -1;
  for (const { 0: block, 1: kind = '', 2: text = '', index } of page.matchAll(BLOCK)) {
    const last = steps.at(-1);
    const isBelow = last !== undefined && end >= 0 && page.slice(end, index).trim() === '';
    if (kind === fence) {
      steps.push({ line: page.slice(0, index).split('\n').length, commands: text });
      end = index + block.length;
    } else {
      if (isBelow && OUTPUT_KINDS.includes(kind)) last.shown = { kind, text };
      end = -1;
    }
  }
  return steps;
}

/** No output contains it. */
export const SEPARATOR = '\u001e';

/** Runs all steps in one shell, which ends at the first command that fails; gives the output of each. */
export async function runSteps(steps: readonly Step[], variables: Record<string, string>): Promise<string[]> {
  const script = steps.map(({ commands }) => `${commands}\nprintf '${SEPARATOR}'\n`).join('');
  const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], {
    env: { ...process.env, ...variables },
  });
  return stdout.split(SEPARATOR);
}

/** What differs from run to run; that it is there, and of which type, still counts. */
const VARYING = ['createdAt', 'updatedAt', 'contentUpdatedAt', 'owner', 'streamId'];

export function withoutVarying(json: string): unknown {
  return JSON.parse(json, (name, value) => (VARYING.includes(name) ? typeof value : value));
}
