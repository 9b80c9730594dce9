import { theme } from '@meridian/studio';
import { servePage } from '../../service/documentation.ts';

const styles = `${theme}
.top { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 1.25rem; padding: 0.7rem 1.25rem; background: var(--surface); border-bottom: 1px solid var(--line); }
.top nav { min-width: 0; }
.top ol { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; list-style: none; margin: 0; padding: 0; font-size: 0.925rem; }
.top li + li::before { content: "/"; color: var(--muted); margin-right: 0.5rem; }
.source { margin-left: auto; font-size: 0.925rem; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 5rem; }
h1 { font-size: clamp(1.6rem, 4vw, 2.1rem); overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 0.75rem; }
.lead { font-size: 1.1rem; max-width: 46rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: 1rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.card { display: flex; flex-direction: column; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.card h2 { margin: 0; font-size: 1.1rem; overflow-wrap: anywhere; }
.card h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
.card div { padding: 1rem 1.15rem; }
.card p { margin: 0.4rem 0 0; font-size: 0.925rem; }
.map { display: block; width: 100%; height: auto; background: var(--sunk); }
figure { margin: 1.5rem 0 0; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; background: var(--surface); }
figcaption { padding: 0.5rem 1rem; font-size: 0.875rem; color: var(--muted); }
.map .area { fill: var(--accent); fill-opacity: 0.16; stroke: var(--accent); stroke-width: 1.5; stroke-linejoin: round; }
.map .line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.map .point { fill: none; stroke: var(--accent); stroke-width: 8; stroke-linecap: round; }
.map .frame { fill: var(--accent); fill-opacity: 0.16; stroke: var(--accent); stroke-width: 1.5; }
.map path, .map rect { vector-effect: non-scaling-stroke; }
.table { overflow-x: auto; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
table { width: 100%; border-collapse: collapse; font-size: 0.925rem; }
th { text-align: left; font-weight: 600; color: var(--muted); font-size: 0.8rem; white-space: nowrap; }
th, td { padding: 0.5rem 0.9rem; vertical-align: top; }
tbody tr { border-top: 1px solid var(--line); }
tbody th { color: var(--ink); font-size: 0.925rem; font-weight: 550; }
td { overflow-wrap: anywhere; } td:not(.number) { min-width: 6.5rem; } td:has(ul) { min-width: 15rem; } td :is(dl, ul) { margin: 0; } td ul, section ul { padding-left: 1.1rem; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.none { color: var(--muted); }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin: 1.5rem 0 0; }
form label { display: flex; flex-direction: column; gap: 0.2rem; font-size: 0.875rem; color: var(--muted); flex: 1 1 14rem; }
input { font: inherit; color: var(--ink); background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.45rem 0.7rem; min-width: 0; }
button, .button { font: inherit; font-weight: 600; color: var(--surface); background: var(--accent); border: 1px solid var(--accent); border-radius: 8px; padding: 0.45rem 1rem; text-decoration: none; cursor: pointer; display: inline-block; }
.plain { color: var(--accent); background: none; }
:is(button, input, .button):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.pages { display: flex; gap: 0.75rem; align-items: center; margin-top: 1rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1.25rem 0 0; padding: 0; list-style: none; }
.classes { padding-left: 1.2rem; } .classes li { margin: 0.25rem 0; overflow-wrap: anywhere; }
.legend { display: grid; gap: 0.25rem; margin: 0.75rem 0 0; padding: 0; list-style: none; font-size: 0.925rem; } .legend li { display: flex; align-items: center; gap: 0.6rem; overflow-wrap: anywhere; min-height: 1.25rem; }
.legend svg { flex: none; width: 1.25rem; height: 1.25rem; border: 1px solid var(--line); border-radius: 4px; }
.sample { overflow-x: auto; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.35rem 1.25rem; margin: 1rem 0 0; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
`;

export const getOgcPageStyles = servePage({
  name: 'getOgcPageStyles',
  path: '/ogc/style.css',
  summary: 'Styles of the pages of the OGC API',
  type: 'text/css; charset=utf-8',
  body: () => styles,
});
