import type { Space, SpaceInput } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import {
  changedSettings,
  invalidSetting,
  readSettings,
  type SettingName,
} from '../../space-settings/space-settings.ts';
import { hub } from '../api/call.ts';
import { licenses } from '../api/licenses.ts';
import { holdersOf } from '../map/attribution.ts';
import { chosenTitle } from '../map/titles.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { attempt, describe, notify } from '../ui/notices.tsx';
import { loadSpaces } from './catalogue.ts';
import { type Composite, CompositeFields, storageOf } from './composite-fields.tsx';
import { SearchableProperties } from './searchable-properties.tsx';
import { SpaceSettingsFields } from './space-settings-fields.tsx';
import { TitleField } from './title-field.tsx';

/** Makes a space, or changes what is said about one. */
export function SpaceForm({ space, onClose }: { space?: Space; onClose: () => void }) {
  const [title, setTitle] = useState(space?.title ?? '');
  const [id, setId] = useState('');
  const [description, setDescription] = useState(space?.description ?? '');
  const [license, setLicense] = useState(typeof space?.license === 'string' ? space.license : '');
  const holdersBefore = holdersOf(space).join('; ');
  const [holders, setHolders] = useState(holdersBefore);
  const [shared, setShared] = useState(space?.shared === true);
  const hadWords = space?.textIndex === true;
  const [hasWords, setHasWords] = useState(hadWords);
  const [indexed, setIndexed] = useState<Record<string, boolean>>(
    (space?.searchableProperties as Record<string, boolean> | undefined) ?? {},
  );
  const titleBefore = chosenTitle(space) ?? '';
  const [titleProperty, setTitleProperty] = useState(titleBefore);
  const [before] = useState(() => readSettings(space ?? {}));
  const [settings, setSettings] = useState(before);
  const [composite, setComposite] = useState<Composite>();
  const [invalid, setInvalid] = useState<SettingName>();
  const [known, setKnown] = useState<readonly string[]>(license === '' ? [] : [license]);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void attempt(async () => setKnown(await licenses())), []);

  const save = async () => {
    const wrong = invalidSetting(settings);
    setInvalid(wrong);
    if (wrong) return setRefusal(t.settings.invalid[wrong as keyof typeof t.settings.invalid]);
    setBusy(true);
    setRefusal(undefined);
    try {
      const input: SpaceInput & { title: string } = {
        title: title.trim(),
        description: description.trim() || null,
        license: license || null,
        ...(holders !== holdersBefore && { copyright: copyrightOf(holders) }),
        shared,
        searchableProperties: indexed,
        ...(hasWords !== hadWords && { textIndex: hasWords }),
        ...(titleProperty !== titleBefore && {
          client: { studio: { titleProperty: titleProperty || null } },
        }),
        ...changedSettings(before, settings),
        ...(composite ? storageOf(composite) : {}),
      };
      if (space) await hub().spaces.update(space.id, input);
      else await hub().spaces.create({ ...withoutNulls(input), ...(id ? { id } : {}) });
      notify(space ? t.spaces.changed(input.title) : t.spaces.created(input.title));
      onClose();
      await loadSpaces();
    } catch (error) {
      setRefusal(describe(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={space ? t.spaces.editTitle : t.spaces.createTitle}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField label={t.spaces.title} value={title} onInput={setTitle} required autoFocus />
      {!space && (
        <TextField
          label={t.spaces.id}
          hint={t.spaces.idHint}
          value={id}
          onInput={setId}
          pattern="[A-Za-z0-9][A-Za-z0-9_.~\-]*"
        />
      )}
      <TextArea label={t.spaces.description} value={description} onInput={setDescription} />
      <TextField label={t.spaces.holders} hint={t.spaces.holdersHint} value={holders} onInput={setHolders} />
      <SelectField
        label={t.spaces.license}
        value={license}
        choices={[
          { value: '', label: t.spaces.noLicense },
          ...known.map((name) => ({ value: name, label: name })),
        ]}
        onChange={setLicense}
      />
      <CheckField label={t.spaces.sharedLong} checked={shared} onChange={setShared} />
      {!space && <CompositeFields composite={composite} onChange={setComposite} />}
      {space && <TitleField space={space} value={titleProperty} onChange={setTitleProperty} />}
      {space && <SearchableProperties space={space} indexed={indexed} onChange={setIndexed} />}
      {!composite && <CheckField label={t.spaces.textIndex} checked={hasWords} onChange={setHasWords} />}
      {!composite && <SpaceSettingsFields settings={settings} onChange={setSettings} invalid={invalid} />}
      {refusal && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button
          kind="main"
          type="submit"
          disabled={isBusy || title.trim() === '' || composite?.parts.length === 0}
        >
          {space ? t.save : t.spaces.create}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Whose data a space is. */
function copyrightOf(holders: string): { label: string }[] | null {
  const labels = holders.split(';').map((label) => label.trim());
  const named = labels.filter((label) => label !== '').map((label) => ({ label }));
  return named.length === 0 ? null : named;
}

/** In a definition that is new, null has nothing to remove. */
function withoutNulls<T extends object>(input: T): T {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as T;
}
