import { type Feature, NAMESPACE } from '@meridian/client';
import { fillTemplate, type Popup } from '../../map-style/popup.ts';
import { formatValue } from '../ui/format-value.ts';
import { valueAt } from './value-at.ts';

/** A line of a popup. */
export type PopupRow = { property: string; label: string; value: unknown };

/** Whether a popup says what is shown in the card of a feature. */
export function hasDesign({ text, fields }: Popup): boolean {
  return text !== undefined || fields !== undefined;
}

/** What is shown of a feature: the fields that are chosen, as far as it has them, or all of its properties. */
export function popupRows(popup: Popup | undefined, { properties }: Pick<Feature, 'properties'>): PopupRow[] {
  if (!popup?.fields)
    return Object.entries(properties)
      .filter(([property]) => property !== NAMESPACE)
      .map(([property, value]) => ({ property, label: property, value }));
  return popup.fields
    .map(({ property, label }) => ({
      property,
      label: label ?? property,
      value: valueAt(properties, property),
    }))
    .filter(({ value }) => value !== undefined && value !== null);
}

/** The text of a popup with the values of a feature; empty where there is none. */
export function popupText(
  popup: Popup | undefined,
  { id, properties }: Pick<Feature, 'id' | 'properties'>,
  longest: number,
): string {
  if (popup?.text === undefined) return '';
  const text = fillTemplate(popup.text, (property) => {
    const value = valueAt(properties, property) ?? (property === 'id' ? id : undefined);
    return value === undefined || value === null ? '' : formatValue(value, longest);
  });
  return formatValue(text, longest);
}

const LONGEST_ADDRESS = 2000;

/** `https://example.org/a`; other schemes could run a script. */
export function isWebAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= LONGEST_ADDRESS &&
    /^https?:\/\/[^\s]+$/i.test(value) &&
    URL.canParse(value)
  );
}
