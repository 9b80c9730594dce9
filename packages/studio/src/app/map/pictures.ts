import { signal } from '@preact/signals';

const LONGEST_ADDRESS = 2000;
/** What a property of a feature may hold of a picture itself. */
const LONGEST_DATA = 1_000_000;
const DATA = /^data:image\/(png|jpeg|gif|webp|avif);base64,[a-z\d+/=]+$/i;
const FILE = /\.(png|jpe?g|gif|webp|avif)$/i;

/** Origins besides the hub that pictures may be loaded from; none until they are known. */
const origins = signal<readonly string[]>([]);
let isAsked = false;

/** Whether a value is a picture that may be shown: one that is in it, or the address of one at the hub or where its operator allows. */
export function isPicture(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (value.startsWith('data:')) return value.length <= LONGEST_DATA && DATA.test(value);
  const url = value.length > LONGEST_ADDRESS ? null : URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || !FILE.test(url.pathname)) return false;
  if (url.origin === location.origin) return true;
  void askForOrigins();
  return origins.value.includes(url.origin);
}

/** They are in the policy of the page, which its headers tell: the browser would refuse others, and complain. */
async function askForOrigins(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  try {
    const { headers } = await fetch(location.pathname, { method: 'HEAD' });
    const [, allowed = ''] = /img-src ([^;]*)/.exec(headers.get('Content-Security-Policy') ?? '') ?? [];
    origins.value = allowed.split(' ').filter((source) => /^https?:\/\//.test(source));
  } catch {
    // Without them, addresses of pictures are links.
  }
}
