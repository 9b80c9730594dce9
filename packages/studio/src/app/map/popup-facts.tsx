import type { Feature } from '@meridian/client';
import type { Popup } from '../../map-style/popup.ts';
import { formatValue } from '../ui/format.ts';
import { popupRows, popupText } from './popup-content.ts';

const LONGEST = 2000;
const LONGEST_TEXT = 5000;

/** A feature as the style of its layer says. */
export function PopupFacts({ popup, feature }: { popup: Popup; feature: Feature }) {
  const text = popupText(popup, feature, LONGEST_TEXT);
  const rows = popup.fields ? popupRows(popup, feature) : [];
  return (
    <div class="facts-list">
      {text !== '' && <p class="popup-text">{text}</p>}
      {rows.length > 0 && (
        <dl>
          {rows.map(({ property, label, value }) => (
            <div key={property}>
              <dt>{formatValue(label, 80)}</dt>
              <dd>
                <Value value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** A value as text, and as a link where all of it is the address of a page. */
export function Value({ value }: { value: unknown }) {
  const text = formatValue(value, LONGEST);
  if (!isWebAddress(value)) return <>{text}</>;
  return (
    <a href={value} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}

/** `https://example.org/a`; other schemes could run a script. */
function isWebAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= LONGEST &&
    /^https?:\/\/[^\s]+$/i.test(value) &&
    URL.canParse(value)
  );
}
