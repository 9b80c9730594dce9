import type { Space } from '@meridian/client';
import { useEffect } from 'preact/hooks';
import { t } from '../strings.ts';
import { CheckField } from '../ui/field.tsx';
import { formatCount } from '../ui/format.ts';
import { knownStatistics, wantStatistics } from './catalogue.ts';

const MOST = 40;

type Props = {
  space: Space;
  indexed: Record<string, boolean>;
  onChange: (indexed: Record<string, boolean>) => void;
};

/** Which properties have an index. What is left out is searchable too, but slower. */
export function SearchableProperties({ space, indexed, onChange }: Props) {
  useEffect(() => wantStatistics(space), [space]);
  const found = knownStatistics(space)?.properties.value ?? [];
  const names = [...new Set([...Object.keys(indexed), ...found.map(({ key }) => key)])].slice(0, MOST);
  const counts = new Map(found.map(({ key, count }) => [key, count]));
  return (
    <fieldset>
      <legend>{t.spaces.searchable}</legend>
      <p class="hint">{t.spaces.searchableHint}</p>
      <div class="checks">
        {names.length === 0 && <p class="hint">{t.spaces.noProperties}</p>}
        {names.map((name) => (
          <CheckField
            key={name}
            label={name.slice(0, 80)}
            checked={indexed[name] === true}
            count={counts.has(name) ? formatCount(counts.get(name)!) : '0'}
            onChange={(checked) => onChange({ ...indexed, [name]: checked })}
          />
        ))}
      </div>
    </fieldset>
  );
}
