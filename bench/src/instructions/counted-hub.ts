import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HubProcess } from '../hub/hub-process.ts';

/**
 * V8 on one thread, with the same seeds every time: otherwise collecting garbage and compiling beside the work would count
 * differently in every run. What runs is compiled code, as in a real hub.
 */
const STEADY = ['--single-threaded', '--hash-seed=1', '--random-seed=1'];

/** The hub under callgrind, which counts the instructions of the process wherever the machine's time goes. */
export class CountedHub {
  readonly hub: HubProcess;
  readonly #output: string;
  #dumps = 0;

  private constructor(hub: HubProcess, output: string) {
    this.hub = hub;
    this.#output = output;
  }

  /** It starts uncounted, which is faster by far. */
  static async start(options: { data: string; log: string; valgrind: string }): Promise<CountedHub> {
    const output = join(options.data, 'callgrind');
    const command = [
      options.valgrind,
      '--tool=callgrind',
      '--quiet',
      '--instr-atstart=no',
      // Compiled code is written while the program runs.
      '--smc-check=all-non-file',
      `--callgrind-out-file=${output}`,
    ];
    const hub = await HubProcess.start({ ...options, runBy: command, flags: STEADY });
    return new CountedHub(hub, output);
  }

  counting(on: boolean): void {
    this.#command('instrumentation', on ? 'on' : 'off');
  }

  /** The instructions that some work took in all threads of the hub. */
  async count(work: () => Promise<void>): Promise<number> {
    this.#command('zero');
    await work();
    this.#command('dump');
    const dump = `${this.#output}.${++this.#dumps}`;
    const total = /^totals: (\d+)/m.exec(readFileSync(dump, 'utf8'))?.[1];
    rmSync(dump);
    if (total === undefined) throw new Error(`callgrind wrote no total to ${dump}`);
    return Number(total);
  }

  #command(...words: string[]): void {
    execFileSync('vgdb', [`--pid=${this.hub.pid}`, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  }
}
