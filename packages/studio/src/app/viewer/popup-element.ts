import type { Feature } from '@meridian/client';
import type { Popup } from '../../map-style/popup.ts';
import { isPicture } from '../map/pictures.ts';
import { isWebAddress, popupRows, popupText } from '../map/popup-content.ts';
import { usualTitleProperty } from '../map/usual-title.ts';
import { valueAt } from '../map/value-at.ts';
import { formatValue } from '../ui/format-value.ts';

const LONGEST = 2000;

/** How features of a space are shown to those who click them. */
export type PopupDesign = { popup?: Popup | undefined; titleProperty?: string | undefined };

/** What a feature says of itself, as its style says or else all of it: as text, never as markup. */
export function popupElement(
  { popup, titleProperty }: PopupDesign,
  feature: Pick<Feature, 'id' | 'properties'>,
): HTMLElement {
  const content = document.createElement('div');
  const named = titleProperty ?? usualTitleProperty(Object.keys(feature.properties));
  const title = named === undefined ? undefined : valueAt(feature.properties, named);
  const isTitle = (typeof title === 'string' && title.trim() !== '') || typeof title === 'number';
  if (isTitle) content.append(made('strong', formatValue(title, 80)));
  const text = popupText(popup, feature, LONGEST);
  if (text !== '') content.append(made('p', text));
  // A text of its own says what is to be said.
  const rows = popup?.text !== undefined && !popup.fields ? [] : popupRows(popup, feature);
  const table = document.createElement('table');
  for (const { label, value } of rows) {
    const row = table.insertRow();
    row.insertCell().textContent = formatValue(label, 80);
    row.insertCell().append(linked(value));
  }
  if (rows.length > 0) content.append(table);
  return content;
}

function linked(value: unknown): Node {
  if (isPicture(value)) return pictureOf(value);
  const text = formatValue(value, LONGEST);
  if (!isWebAddress(value)) return document.createTextNode(text);
  const link = made('a', text);
  link.setAttribute('href', value);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer nofollow');
  return link;
}

function pictureOf(address: string): HTMLElement {
  const picture = document.createElement('img');
  picture.src = address;
  picture.alt = '';
  picture.referrerPolicy = 'no-referrer';
  return picture;
}

function made(name: 'strong' | 'p' | 'a', text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
