import type { NewToken } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { hub } from '../api/call.ts';
import { loadSpaces, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { attempt, describe } from '../ui/notices.tsx';
import { LEVELS, type Level, toMatrix } from './rights.ts';

type Props = { onMade: (token: NewToken) => void; onClose: () => void };

export function NewTokenForm({ onMade, onClose }: Props) {
  const [description, setDescription] = useState('');
  const [until, setUntil] = useState('');
  const [reach, setReach] = useState<'some' | 'all'>('some');
  const [chosen, setChosen] = useState<ReadonlyMap<string, Level>>(new Map());
  const [wanted, setWanted] = useState('');
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    if (!spaces.value) void attempt(loadSpaces);
  }, []);
  const make = async () => {
    try {
      onMade(
        await hub().tokens.create({
          description: description.trim(),
          ...(until === '' ? {} : { exp: endOf(until) }),
          ...(reach === 'all' ? {} : { urm: toMatrix(chosen) }),
        }),
      );
    } catch (error) {
      setRefusal(describe(error));
    }
  };
  const choose = (space: string, level: string) => {
    const changed = new Map(chosen);
    if (level === '') changed.delete(space);
    else changed.set(space, level as Level);
    setChosen(changed);
  };
  const shown = (spaces.value ?? []).filter(
    ({ id, title }) => chosen.has(id) || `${id} ${title}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  const isComplete = description.trim() !== '' && (reach === 'all' || chosen.size > 0);
  return (
    <Dialog title={t.tokens.createTitle} isWide onClose={onClose} onSubmit={() => isComplete && void make()}>
      <TextField
        label={t.tokens.description}
        hint={t.tokens.descriptionHint}
        value={description}
        onInput={setDescription}
        required
        autoFocus
      />
      <TextField
        label={t.tokens.until}
        hint={t.tokens.untilHint}
        type="date"
        value={until}
        onInput={setUntil}
      />
      <SelectField
        label={t.tokens.reach}
        value={reach}
        choices={[
          { value: 'some', label: t.tokens.someSpaces },
          { value: 'all', label: t.tokens.allSpaces },
        ]}
        onChange={(value) => setReach(value as 'some' | 'all')}
      />
      {reach === 'all' && <p class="hint">{t.tokens.allWarning}</p>}
      {reach === 'some' && (
        <fieldset>
          <legend>{t.tokens.spaces}</legend>
          {(spaces.value?.length ?? 0) > 8 && (
            <input
              type="search"
              aria-label={t.spaces.search}
              placeholder={t.spaces.search}
              value={wanted}
              onInput={(event) => setWanted(event.currentTarget.value)}
            />
          )}
          <ul class="rights">
            {shown.slice(0, 100).map(({ id, title }) => (
              <li key={id}>
                <span>
                  {title.slice(0, 60)} <code>{id}</code>
                </span>
                <select
                  aria-label={t.tokens.rightsOn(title.slice(0, 60))}
                  value={chosen.get(id) ?? ''}
                  onChange={(event) => choose(id, event.currentTarget.value)}
                >
                  <option value="">{t.tokens.noRights}</option>
                  {(Object.keys(LEVELS) as Level[]).map((level) => (
                    <option key={level} value={level}>
                      {t.tokens.levels[level]}
                    </option>
                  ))}
                </select>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {refusal && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="main" type="submit" disabled={!isComplete}>
          {t.tokens.create}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The end of a day where the reader is, in seconds since 1970. */
function endOf(day: string): number {
  return Math.floor(new Date(`${day}T23:59:59`).getTime() / 1000);
}
