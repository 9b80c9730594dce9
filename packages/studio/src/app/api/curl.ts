import type { HubRequest } from './call.ts';
import { hubUrl } from './hub-url.ts';

/** `it's` → `'it'\''s'`: nothing within is special to a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The request as a command for a shell. The token is left for the reader to set. */
export function asCurl({ method = 'GET', path, body, contentType = 'application/json' }: HubRequest): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(hubUrl + path)}`,
    '-H "Authorization: Bearer $TOKEN"',
  ];
  if (body !== undefined)
    lines.push(`-H 'Content-Type: ${contentType}'`, `-d ${quoted(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}
