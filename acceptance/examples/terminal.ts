import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/** A shell in a real terminal, which tmux provides. */
export class Terminal {
  readonly #tmux: string;
  readonly #socket = `meridian-${randomBytes(6).toString('hex')}`;

  constructor(
    tmux: string,
    folder: string,
    environment: Record<string, string>,
    { columns, rows }: { columns: number; rows: number },
    shell: readonly string[] = ['bash', '--norc', '--noprofile'],
  ) {
    this.#tmux = tmux;
    const variables = Object.entries({
      ...environment,
      PS1: '$ ',
      TERM: 'screen-256color',
      LC_ALL: 'C.UTF-8',
    }).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const size = ['-x', String(columns), '-y', String(rows)];
    this.#run('-f', '/dev/null', '-u', 'new-session', '-d', ...size, '-c', folder, ...variables, ...shell);
  }

  /** Types, as on a keyboard. */
  type(text: string): void {
    this.#run('send-keys', '-l', '--', text);
  }

  press(key: 'Enter' | 'C-c' | 'Tab'): void {
    this.#run('send-keys', key);
  }

  /** Everything there was, as it is shown now; lines that were wrapped are whole. */
  get screen(): string {
    return this.#run('capture-pane', '-p', '-J', '-S', '-5000').replace(/\n+$/, '');
  }

  clear(): void {
    this.#run('send-keys', '-R');
    this.#run('clear-history');
  }

  close(): void {
    this.#run('kill-server');
  }

  #run(...words: string[]): string {
    return execFileSync(this.#tmux, ['-L', this.#socket, ...words], { encoding: 'utf8' });
  }
}

/** Waits until the terminal shows something. */
export async function shows(
  terminal: Terminal,
  looked: (screen: string) => boolean,
  withinMs = 120_000,
): Promise<string> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const { screen } = terminal;
    if (looked(screen)) return screen;
    if (Date.now() > deadline) throw new Error(`the terminal still shows:\n${screen}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
