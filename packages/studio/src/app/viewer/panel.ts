import type { Map as MapLibre } from 'maplibre-gl';
import type { PublishedMetadata } from '../../viewer/published-map.ts';
import { t } from './language.ts';

const panel = document.querySelector<HTMLDetailsElement>('#panel > details')!;
// On a phone it would hide most of the map.
if (matchMedia('(max-width: 40rem)').matches) panel.open = false;

/** What is on the map, whose it is, and by which licence; each space can be switched off. */
export function fillPanel(map: MapLibre, metadata: PublishedMetadata): void {
  for (const space of metadata['meridian:spaces']) {
    const {
      title,
      description,
      license,
      attribution,
      color,
      layers,
      legend = [],
      legendProperty = '',
    } = space;
    const box = made('input', { type: 'checkbox', checked: true });
    box.addEventListener('change', () => {
      for (const layer of layers)
        map.setLayoutProperty(layer, 'visibility', box.checked ? 'visible' : 'none');
    });
    const label = made('label', {});
    label.append(box, ...(legend.length === 0 ? [swatchOf(color)] : []), title);
    panel.append(label);
    if (legend.length > 0) {
      const list = made('ul', { ariaLabel: legendProperty });
      panel.append(made('p', { className: 'legend-title', textContent: legendProperty }));
      for (const entry of legend) {
        const item = made('li', {});
        const text = entry.others ? t.others[entry.others] : entry.label;
        item.append(swatchOf(entry.color, entry.dark), text);
        list.append(item);
      }
      panel.append(list);
    }
    if (description !== undefined) panel.append(made('p', { textContent: description }));
    const credit = [attribution && textOf(attribution), license && t.license(license)].filter(Boolean);
    if (credit.length > 0) panel.append(made('p', { className: 'credit', textContent: credit.join(' · ') }));
  }
  const foot = made('p', {
    className: 'credit',
    textContent: `${t.madeWith(metadata['meridian:generator'])} `,
  });
  foot.append(made('a', { href: 'assets/licences.txt', textContent: t.licenses }));
  panel.append(foot);
}

function swatchOf(color: string, dark = color): HTMLElement {
  const swatch = made('span', { className: 'swatch' });
  swatch.style.setProperty('--light', color);
  swatch.style.setProperty('--dark', dark);
  return swatch;
}

/** Says once what is wrong. */
export function showProblem(message: string): void {
  const shown = panel.querySelector('[role="alert"]') ?? made('p', { className: 'problem' });
  shown.setAttribute('role', 'alert');
  shown.textContent = message;
  panel.append(shown);
  panel.open = true;
}

/** Attributions are HTML; here they are text. */
function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}

function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  members: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), members);
}
