import { html, type Markup } from '../../openapi/docs/html.ts';

/** What has a colour, in words; `by` is the property that decides it. */
export type Legend = { by?: string; entries: { color: string; label: string }[] };

/** The colours of a layer of a MapLibre style, from the expressions that the studio writes. */
export function legendOf(color: unknown): Legend {
  if (typeof color === 'string') return { entries: [{ color, label: 'all features' }] };
  if (!Array.isArray(color)) return { entries: [] };
  const [operator, ...args] = color as unknown[];
  switch (operator) {
    case 'match':
      return withProperty(args[0], [
        ...pairs(args.slice(1, -1)),
        { color: String(args.at(-1)), label: 'others' },
      ]);
    case 'step':
      return withProperty(args[0], classes(String(args[1]), pairs(args.slice(2))));
    case 'case': {
      const { entries, ...rest } = legendOf(args[1]);
      return { ...rest, entries: [...entries, { color: String(args[2]), label: 'others' }] };
    }
    case 'interpolate':
      return { entries: ramp(pairs(args.slice(2))) };
    default:
      return { entries: [] };
  }
}

type Entry = Legend['entries'][number];

/** `value, colour, value, colour` … */
function pairs(list: readonly unknown[]): Entry[] {
  return Array.from({ length: Math.floor(list.length / 2) }, (_, i) => ({
    label: String(list[2 * i]),
    color: String(list[2 * i + 1]),
  }));
}

function classes(first: string, steps: readonly Entry[]): Entry[] {
  return [
    { color: first, label: steps.length === 0 ? 'all numbers' : `below ${steps[0]!.label}` },
    ...steps.map(({ color, label }, i) => {
      const next = steps[i + 1];
      return { color, label: next ? `${label} to ${next.label}` : `${label} and more` };
    }),
  ];
}

/** Of colours that flow into each other only the ends have a meaning. */
function ramp(stops: readonly Entry[]): Entry[] {
  const names: Record<number, string> = { 0: 'few', [stops.length - 1]: 'many' };
  return stops.map(({ color }, i) => ({ color, label: names[i] ?? '' }));
}

function withProperty(value: unknown, entries: Entry[]): Legend {
  const by = propertyIn(value);
  return { entries, ...(by === undefined ? {} : { by }) };
}

/** `["get", "size"]`, also inside of conversions. */
function propertyIn(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  return value[0] === 'get' ? String(value[1]) : propertyIn(value[1]);
}

export function legendMarkup({ by, entries }: Legend): Markup {
  return html`${by === undefined ? html`` : html`<p>Coloured by <code>${by}</code></p>`}<ul class="legend">${entries.map(
    ({ color, label }) =>
      html`<li><svg viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" fill="${color}"/></svg>${label}</li>`,
  )}</ul>`;
}
