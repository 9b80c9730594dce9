import { theme } from '@meridian/studio';

/** Served at /docs/style.css, so that the page needs no inline style. */
export const docsStyles = `${theme}
:root { --get: #0b6b43; --post: #8a5200; --put: #1d5fa8; --patch: #6b43a8; --delete: #b0271f; }
@media (prefers-color-scheme: dark) {
  :root { --get: #6fd3a3; --post: #efb45d; --put: #84b8f5; --patch: #bfa2f2; --delete: #f58d85; }
}
.top { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 0.9rem; padding: 0.7rem 1.25rem; background: var(--surface); border-bottom: 1px solid var(--line); }
.source { margin-left: auto; font-size: 0.925rem; }
.layout { display: grid; grid-template-columns: 18.5rem minmax(0, 1fr); max-width: 84rem; margin: 0 auto; }
nav { position: sticky; top: 3.2rem; align-self: start; max-height: calc(100vh - 3.2rem); overflow-y: auto; padding: 1.75rem 1rem 3rem 1.25rem; font-size: 0.925rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 0.2rem 0.5rem; border-radius: 6px; color: inherit; text-decoration: none; }
nav a:hover { background: var(--sunk); }
nav > ul > li > a { font-weight: 650; }
nav > ul > li > ul { margin: 0.1rem 0 0.9rem; }
nav ul ul a { display: flex; gap: 0.5rem; align-items: baseline; color: var(--muted); font-size: 0.875rem; line-height: 1.4; }
nav .method { flex: none; border: 0; padding: 0; text-align: left; min-width: 3rem; font-size: 0.68rem; }
nav input { width: 100%; box-sizing: border-box; margin-bottom: 0.5rem; }
.found { margin: 0 0 0.75rem; min-height: 1.4em; color: var(--muted); font-size: 0.875rem; }
.found:empty { display: none; }
input { font: inherit; color: var(--ink); background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.4rem 0.6rem; min-width: 0; }
.try { margin-top: 1.25rem; } .try summary { cursor: pointer; font-weight: 600; color: var(--accent); }
.try form { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.6rem; align-items: end; margin: 0.75rem 0; }
.try label { display: grid; gap: 0.2rem; font-size: 0.875rem; color: var(--muted); }
.try button { font: inherit; font-weight: 600; color: var(--surface); background: var(--accent); border: 1px solid var(--accent); border-radius: 8px; padding: 0.4rem 1rem; cursor: pointer; justify-self: start; }
.sent pre { max-height: 24rem; overflow: auto; }
:is(input, summary, button, pre):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main { padding: 1.75rem 1.25rem 6rem 2rem; max-width: 60rem; }
h1 { font-size: clamp(1.6rem, 4vw, 2.1rem); }
h2 { font-size: 1.45rem; margin-top: 1.5rem; }
main > section + section { margin-top: 3.5rem; }
article { margin-top: 1.5rem; padding: 1.4rem clamp(1rem, 3vw, 1.6rem); background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
article:target { border-color: var(--accent); }
article h3 { font-size: 1.15rem; }
article h3 a { color: inherit; text-decoration: none; }
article h3 a:hover { text-decoration: underline; }
article h4 { margin: 1.4rem 0 0.4rem; font-size: 0.8rem; letter-spacing: 0.05em; text-transform: uppercase; color: var(--muted); }
.route { margin: 0.5rem 0 0; line-height: 2; }
.route code { font-size: 0.95em; }
.open { font-size: 0.8rem; color: var(--accent); background: var(--accent-soft); border-radius: 99px; padding: 0.15rem 0.6rem; white-space: nowrap; }
.method { display: inline-block; min-width: 3.6rem; text-align: center; font: 700 0.72rem/1.6 var(--mono); letter-spacing: 0.03em; border: 1px solid currentColor; border-radius: 5px; padding: 0 0.35rem; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .patch { color: var(--patch); } .delete { color: var(--delete); }
table { width: 100%; border-collapse: collapse; font-size: 0.925rem; }
th { text-align: left; font-weight: 600; color: var(--muted); font-size: 0.8rem; padding: 0.3rem 0.9rem 0.3rem 0; }
td { vertical-align: top; padding: 0.5rem 0.9rem 0.5rem 0; border-top: 1px solid var(--line); }
td:first-child { width: 27%; } td:nth-child(2) { width: 27%; color: var(--muted); }
td em { font-style: normal; font-size: 0.78rem; color: var(--accent); white-space: nowrap; }
tr:target td { background: var(--accent-soft); }
.content { list-style: none; margin: 0.2rem 0 0; padding: 0; font-size: 0.925rem; }
.responses { margin: 0; }
.responses > div { display: flex; gap: 1rem; padding: 0.45rem 0; border-top: 1px solid var(--line); }
.responses > div:first-child { border-top: 0; }
.responses dt { flex: none; width: 3.6rem; font: 600 0.875rem/1.8 var(--mono); }
.responses dd { margin: 0; }
@media (max-width: 60rem) {
  html { scroll-padding-top: 7.5rem; }
  .layout { display: block; }
  nav { top: 3.1rem; z-index: 1; max-height: none; padding: 0.35rem 0.9rem; background: var(--surface); border-bottom: 1px solid var(--line); overflow-x: auto; }
  nav > ul { display: flex; gap: 0.25rem; white-space: nowrap; }
  nav > ul > li > ul { display: none; }
  main { padding: 1.25rem 1rem 4rem; margin: 0 auto; }
}
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding: 0.6rem 0; border-top: 1px solid var(--line); }
  tbody tr:first-child { border-top: 0; }
  td, td:first-child, td:nth-child(2) { display: block; width: auto; border: 0; padding: 0.1rem 0; }
}
@media print { nav, .top { display: none; } .layout { display: block; } article { break-inside: avoid; } }
`;
