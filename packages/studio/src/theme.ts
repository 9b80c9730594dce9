/** The look that all of Meridian's pages share: colours for light and dark, type, links, code. */
export const theme = `:root {
  color-scheme: light dark;
  --ground: #fbfbf9;
  --surface: #ffffff;
  --sunk: #f1f3f0;
  --ink: #1a2226;
  --muted: #566268;
  --line: #dde2df;
  --accent: #0a666e;
  --accent-soft: #dff0f0;
  --danger: #a8323b;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11161a;
    --surface: #161d21;
    --sunk: #1c2429;
    --ink: #e3e9ea;
    --muted: #9caab0;
    --line: #2a353b;
    --accent: #64c8cf;
    --accent-soft: #17343a;
    --danger: #f0828a;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 5rem; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.6 var(--sans);
}
h1, h2, h3, h4 { line-height: 1.25; margin: 0; font-weight: 650; letter-spacing: -0.01em; }
p { margin: 0.75rem 0; }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 0.06em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code, pre { font-family: var(--mono); font-size: 0.875em; }
code { background: var(--sunk); border-radius: 4px; padding: 0.1em 0.35em; overflow-wrap: anywhere; }
pre {
  background: var(--sunk);
  border: 1px solid var(--line);
  border-radius: 8px;
  margin: 0.75rem 0;
  padding: 0.9rem 1rem;
  overflow-x: auto;
  line-height: 1.55;
}
pre code { background: none; padding: 0; overflow-wrap: normal; font-size: 1em; }
.brand { display: inline-flex; align-items: center; gap: 0.6rem; color: inherit; text-decoration: none; font-weight: 650; }
.brand svg { width: 1.6rem; height: 1.6rem; color: var(--accent); }
.muted { color: var(--muted); }
`;
