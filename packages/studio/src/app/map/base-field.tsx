import { useEffect, useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../ui/field.tsx';
import { attempt, describe } from '../ui/notices.tsx';
import { loadStyle, styleAddress } from './own-style.ts';
import { mapDocument, setBase, setGlobe } from './state.ts';
import { isStreetAddress, type StreetFile, streetFiles } from './streets.ts';

/** What lies below the layers: the base map of the hub, or a style of one's own. */
export function BaseField() {
  const { base, isGlobe = false } = mapDocument.value;
  const [streets, setStreets] = useState<readonly StreetFile[]>([]);
  const isStreets = base !== undefined && isStreetAddress(base);
  const [isOwn, setOwn] = useState(base !== undefined && !isStreets);
  const [text, setText] = useState(isStreets ? '' : (base ?? ''));
  const load = () => void attempt(async () => setStreets(await streetFiles()));
  useEffect(() => {
    if (isStreets) load();
  }, []);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const use = async () => {
    const url = styleAddress(text);
    if (url === undefined) return setError(t.base.noAddress);
    setBusy(true);
    try {
      // Tried before the map is changed: what can't be shown must not take away what can.
      await loadStyle(url);
      setError(undefined);
      setBase(url);
    } catch (failure) {
      setError(describe(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <details class="base" onToggle={(event) => event.currentTarget.open && load()}>
      <summary>{t.base.title}</summary>
      <form
        class="settings"
        onSubmit={(event) => {
          event.preventDefault();
          void use();
        }}
      >
        <SelectField
          label={t.base.title}
          value={isOwn ? 'own' : isStreets ? base : 'hub'}
          choices={[
            { value: 'hub', label: t.base.hub },
            ...streets.map(({ name, url }) => ({ value: url, label: t.base.streets(name) })),
            { value: 'own', label: t.base.own },
          ]}
          onChange={(chosen) => {
            setOwn(chosen === 'own');
            setError(undefined);
            if (chosen !== 'own') setBase(chosen === 'hub' ? undefined : chosen);
          }}
        />
        <CheckField label={t.base.globe} checked={isGlobe} onChange={setGlobe} />
        {isOwn && (
          <>
            <TextField
              label={t.base.address}
              hint={t.base.addressHint}
              error={error}
              value={text}
              onInput={setText}
            />
            <Button type="submit" disabled={text.trim() === '' || isBusy}>
              {t.base.use}
            </Button>
          </>
        )}
      </form>
    </details>
  );
}
