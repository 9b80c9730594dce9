import { useEffect, useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../ui/field.tsx';
import { attempt, describe } from '../ui/notices.tsx';
import { type BaseFile, baseFiles, isFileAddress } from './base-files.ts';
import { loadStyle, styleAddress } from './own-style.ts';
import { mapDocument, setBase, setGlobe } from './state.ts';

/** What lies below the layers: the base map of the hub, one of its files, or a style of one's own. */
export function BaseField() {
  const { base, isGlobe = false } = mapDocument.value;
  const [files, setFiles] = useState<readonly BaseFile[]>([]);
  const isFile = base !== undefined && isFileAddress(base);
  const [isOwn, setOwn] = useState(base !== undefined && !isFile);
  const [text, setText] = useState(isFile ? '' : (base ?? ''));
  const load = () => void attempt(async () => setFiles(await baseFiles()));
  useEffect(() => {
    if (isFile) load();
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
          value={isOwn ? 'own' : isFile ? base : 'hub'}
          choices={[
            { value: 'hub', label: t.base.hub },
            ...files.map(({ name, url, kind }) => ({ value: url, label: t.base[kind](name) })),
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
