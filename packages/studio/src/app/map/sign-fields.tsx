import type { LayerStyle } from '../../map-style/document.ts';
import { readSign, SIGN_NAMES } from '../../map-style/signs.ts';
import { t } from '../strings.ts';
import { SelectField } from '../ui/field.tsx';
import { formatValue } from '../ui/format.ts';

type Props = { style: LayerStyle; onChange: (change: Partial<LayerStyle>) => void };

/** The signs of points: one for all, and others for single categories. */
export function SignFields({ style: { sign, shading, classes }, onChange }: Props) {
  return (
    <>
      <SelectField
        label={t.signs.label}
        value={sign ?? ''}
        choices={choicesOf(t.signs.none)}
        onChange={(name) => onChange({ sign: readSign(name) })}
      />
      {shading === 'categories' && classes.length > 0 && (
        <details class="popup-settings">
          <summary>{t.signs.byCategory}</summary>
          {classes.map((one) => (
            <SelectField
              key={String(one.from)}
              label={t.signs.of(formatValue(one.from, 40))}
              value={one.sign ?? ''}
              choices={choicesOf(t.signs.asAll)}
              onChange={(name) =>
                onChange({
                  classes: classes.map((same) => (same === one ? { ...one, sign: readSign(name) } : same)),
                })
              }
            />
          ))}
        </details>
      )}
    </>
  );
}

function choicesOf(none: string): { value: string; label: string }[] {
  return [{ value: '', label: none }, ...SIGN_NAMES.map((value) => ({ value, label: t.signs.names[value] }))];
}
