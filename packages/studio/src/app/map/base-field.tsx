import { useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { describe } from '../ui/notices.tsx';
import { loadStyle, styleAddress } from './own-style.ts';
import { mapDocument, setBase } from './state.ts';

/** What lies below the layers: the base map of the hub, or a style of one's own. */
export function BaseField() {
  const { base } = mapDocument.value;
  const [isOwn, setOwn] = useState(base !== undefined);
  const [text, setText] = useState(base ?? '');
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
    <details class="base">
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
          value={isOwn ? 'own' : 'hub'}
          choices={[
            { value: 'hub', label: t.base.hub },
            { value: 'own', label: t.base.own },
          ]}
          onChange={(chosen) => {
            setOwn(chosen === 'own');
            setError(undefined);
            if (chosen === 'hub') setBase(undefined);
          }}
        />
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
