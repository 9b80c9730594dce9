import { MeridianError } from '@meridian/client';
import { signal } from '@preact/signals';
import { usesToken } from '../api/call.ts';
import { account, isSignedOut } from '../session.ts';
import { signInAgain } from '../sign-in/sign-in-again.ts';
import { t } from '../strings.ts';
import { IconButton } from './button.tsx';
import { shortText } from './format.ts';
import { Icon } from './icon.tsx';

type Notice = { id: number; kind: 'good' | 'bad'; text: string };

const GOOD_FOR_MS = 5000;
const LONGEST = 600;

const notices = signal<Notice[]>([]);
let last = 0;

function show(kind: Notice['kind'], text: string): void {
  const shown = shortText(text, LONGEST);
  // Said once, however often it happens: a map asks for many tiles.
  if (notices.value.some((notice) => notice.kind === kind && notice.text === shown)) return;
  const id = ++last;
  notices.value = [...notices.value.slice(-3), { id, kind, text: shown }];
  // What went wrong stays until it has been read.
  if (kind === 'good') setTimeout(() => dismiss(id), GOOD_FOR_MS);
}

function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

export function notify(text: string): void {
  show('good', text);
}

/** If the session has ended, asks to sign in again over the page; all other errors are shown. */
export function notifyError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (isSignedOut(error) && account.value && !usesToken()) signInAgain().catch(notifyError);
  else show('bad', describe(error));
}

export function describe(error: unknown): string {
  if (error instanceof MeridianError) return error.message;
  if (error instanceof TypeError && /fetch|network/i.test(error.message)) return t.unreachable;
  return error instanceof Error ? error.message : String(error);
}

/** Runs something that may fail, and says so where it does. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    notifyError(error);
  }
}

export function Notices() {
  return (
    <section class="notices" aria-label={t.notices}>
      <div aria-live="polite">
        {notices.value.map(({ id, kind, text }) => (
          <div key={id} class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
            <Icon name={kind === 'bad' ? 'warning' : 'check'} />
            <p>{text}</p>
            <IconButton icon="close" label={t.dismiss} onClick={() => dismiss(id)} />
          </div>
        ))}
      </div>
    </section>
  );
}
