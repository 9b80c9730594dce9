import { theme } from './theme.ts';

export const startPageStyles = `${theme}
main { max-width: 52rem; margin: 0 auto; padding: clamp(2rem, 8vw, 5rem) 1.25rem 4rem; }
h1 { font-size: clamp(1.9rem, 6vw, 2.75rem); margin: 1.75rem 0 0; }
h2 { font-size: 1.35rem; }
h3 { font-size: 1rem; }
.lead { font-size: 1.125rem; color: var(--muted); max-width: 38rem; }
.links { list-style: none; margin: 2.25rem 0 3rem; padding: 0; display: grid; gap: 0.9rem; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); }
.links a { display: block; height: 100%; padding: 1rem 1.1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; text-decoration: none; color: inherit; }
.links a:hover { border-color: var(--accent); }
.links strong { display: block; color: var(--accent); }
.links span { color: var(--muted); font-size: 0.925rem; }
.tour { margin: 1.5rem 0 0; padding: 0; list-style: none; counter-reset: step; }
.tour li { counter-increment: step; position: relative; padding-left: 2.75rem; margin-bottom: 1.5rem; }
.tour li::before { content: counter(step); position: absolute; left: 0; top: -0.15rem; width: 1.75rem; height: 1.75rem; border-radius: 50%; display: grid; place-items: center; background: var(--accent-soft); color: var(--accent); font-weight: 650; font-size: 0.9rem; }
@media (max-width: 34rem) { .tour li { padding-left: 0; } .tour li::before { position: static; margin-bottom: 0.35rem; } }
`;
