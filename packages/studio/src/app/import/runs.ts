import { computed, signal } from '@preact/signals';
import { hub } from '../api/call.ts';
import { signInAgain } from '../sign-in/sign-in-again.ts';
import { loadSpaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { attempt, describe, notifyError } from '../ui/notices.tsx';
import { type Job, startJob } from './file-worker.ts';
import type { ImportChoices, ImportResult, Progress } from './messages.ts';

/** Where the features go: a space that is there, or a new one. */
export type Target = { space?: string; title: string; tags: readonly string[] };

/** An import that was started; it goes on whichever screen is shown. */
export type ImportRun = {
  id: number;
  file: File;
  name: string;
  choices: ImportChoices;
  target: Target;
  /** Known once the space exists. */
  space?: string;
  progress: Progress;
  isPaused?: boolean;
  result?: ImportResult | undefined;
  refusal?: string | undefined;
};

export const imports = signal<readonly ImportRun[]>([]);
/** The one that the screen of imports shows itself. */
export const shownImport = signal<number | undefined>(undefined);
export const runningImports = computed(() => imports.value.filter(isRunning).length);

const jobs = new Map<number, Job<ImportResult>>();
let last = 0;

export function isRunning({ result, refusal }: ImportRun): boolean {
  return result === undefined && refusal === undefined;
}

/** Starts to bring a file into a space. */
export function startImport(file: File, choices: ImportChoices, target: Target): number {
  const id = ++last;
  imports.value = [
    ...imports.value,
    {
      id,
      name: choices.read.layer === undefined ? file.name : t.import.layerTitle(file.name, choices.read.layer),
      file,
      choices,
      target,
      progress: { sent: 0, refusedCount: 0, share: 0 },
    },
  ];
  void run(id);
  return id;
}

/** Stops an import that is under way: what was sent stays in the space. */
export function stopImport(id: number): void {
  jobs.get(id)?.stop();
}

/** Pauses an import after what is being sent, or lets it go on. */
export function pauseImport(id: number, isPaused: boolean): void {
  const job = jobs.get(id);
  if (!job) return;
  change(id, { isPaused });
  job.order(isPaused ? 'pause' : 'resume');
}

/** Whether an import ended before its file did, so that it can go on from there. */
export function isPartial({ result }: ImportRun): boolean {
  return result !== undefined && (result.wasStopped || result.failure !== undefined);
}

/** Goes on with an import that was stopped, or failed. */
export function resumeImport(id: number): void {
  const earlier = imports.value.find((one) => one.id === id)?.result;
  change(id, { result: undefined, isPaused: false });
  void run(id, earlier);
}

export function dismissImport(id: number): void {
  imports.value = imports.value.filter((one) => one.id !== id);
}

async function run(id: number, earlier?: ImportResult): Promise<void> {
  const { file, choices, target, space: made } = imports.value.find((one) => one.id === id)!;
  try {
    const space = made ?? target.space ?? (await hub().spaces.create({ title: target.title })).id;
    change(id, { space });
    const task = { file, choices, space, tags: [...target.tags], ...(earlier ? { earlier } : {}) };
    const job = startJob({ kind: 'import', ...task }, (message) => {
      if (message.kind === 'progress') change(id, { progress: message.progress });
      if (message.kind === 'signedOut')
        signInAgain()
          .catch(notifyError)
          .then(() => job.order('signedIn'));
      return message.kind === 'imported' ? message.result : undefined;
    });
    jobs.set(id, job);
    change(id, { result: await job.result });
  } catch (error) {
    change(id, { refusal: describe(error) });
  } finally {
    jobs.delete(id);
  }
  await attempt(loadSpaces);
}

function change(id: number, facts: Partial<ImportRun>): void {
  imports.value = imports.value.map((one) => (one.id === id ? { ...one, ...facts } : one));
}
