import type { Feature } from '@meridian/client';
import type { Popup } from '../../map-style/popup.ts';
import { formatValue } from '../ui/format.ts';
import { isPicture } from './pictures.ts';
import { isWebAddress, popupRows, popupText } from './popup-content.ts';

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

/** A value as text, as a picture where it is one, and as a link where all of it is the address of a page. */
export function Value({ value }: { value: unknown }) {
  if (isPicture(value)) return <Picture address={value} />;
  const text = formatValue(value, LONGEST);
  if (!isWebAddress(value)) return <>{text}</>;
  return (
    <a href={value} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}

function Picture({ address }: { address: string }) {
  const isInside = address.startsWith('data:');
  const name = isInside ? '' : decodedName(new URL(address).pathname);
  const picture = (
    <img class="picture" src={address} alt={name} loading="lazy" referrerpolicy="no-referrer" />
  );
  if (isInside) return picture;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {picture}
    </a>
  );
}

/** `/a/old%20well.jpg` → `old well` */
function decodedName(path: string): string {
  const file = path
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '');
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}
