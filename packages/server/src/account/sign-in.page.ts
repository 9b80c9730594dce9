import { readFileSync } from 'node:fs';
import { mark, type SignInTexts, theme } from '@meridian/studio';

/**
 * The token stands in a block of data, which is no script: the page needs no exception from its content policy.
 * Scripted clients look for `"csrf": "TOKEN",` as it is written here, blank and comma included.
 */
export function signInPage(
  basePath: string,
  csrfToken: string,
  canRegister: boolean,
  { language, direction, texts }: SignInTexts,
): string {
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title} – Meridian</title>
<link rel="icon" href="${basePath}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${basePath}/sign-in/style.css">
<script type="application/json" id="visit">{"csrf": "${csrfToken}", "realm": "meridian", "texts": ${dataOf(texts)}}</script>
<script src="${basePath}/sign-in/sign-in.js" defer></script>
</head>
<body>
<main>
<a class="brand" href="${basePath}/">${mark}Meridian</a>
<form id="sign-in" method="post">
<h1>${texts.title}</h1>
<label>${texts.email}<input name="email" type="email" autocomplete="username" required autofocus></label>
<label>${texts.password}<input name="password" type="password" autocomplete="current-password" required></label>
<label class="choice"><input name="rememberMe" type="checkbox">${texts.stay}</label>
<p id="notice" role="alert" hidden></p>
<button type="submit">${texts.submit}</button>
${canRegister ? `<button type="submit" name="register" value="register" class="second">${texts.register}</button>` : ''}
<noscript><p>${texts.noScript}</p></noscript>
</form>
</main>
</body>
</html>
`;
}

/** What the script says, as data within a page: nothing in it may end the block. */
function dataOf({ unreachable, wrong }: SignInTexts['texts']): string {
  return JSON.stringify({ unreachable, wrong }).replaceAll('<', '\\u003c');
}

export const signInScript: string = readFileSync(new URL('./sign-in.browser.js', import.meta.url), 'utf8');

export const signInStyles = `${theme}
main { max-width: 24rem; margin: 0 auto; padding: clamp(2rem, 12vh, 7rem) 1.25rem 3rem; }
form { margin-top: 1.5rem; padding: 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; display: grid; gap: 1rem; }
h1 { font-size: 1.35rem; }
label { display: grid; gap: 0.35rem; font-size: 0.925rem; color: var(--muted); }
label.choice { display: flex; align-items: center; gap: 0.5rem; accent-color: var(--accent); }
input:not([type=checkbox]) { font: inherit; color: var(--ink); background: var(--ground); border: 1px solid var(--line); border-radius: 8px; padding: 0.55rem 0.7rem; }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
button { font: inherit; font-weight: 600; color: var(--ground); background: var(--accent); border: 0; border-radius: 8px; padding: 0.6rem 1rem; cursor: pointer; }
button.second { color: var(--accent); background: var(--accent-soft); }
button[disabled] { opacity: 0.6; cursor: progress; }
#notice { margin: 0; font-size: 0.925rem; color: var(--danger); }
`;
