import type { SpaceSettings } from '../../space-settings/space-settings.ts';
import { t } from '../strings.ts';
import { CheckField, SelectField, TextArea, TextField } from '../ui/field.tsx';

type Props = {
  settings: SpaceSettings;
  onChange: (settings: SpaceSettings) => void;
  /** The one that cannot be saved as it is. */
  invalid: keyof SpaceSettings | undefined;
};

/** What is seldom changed: versions, checks of what is written, caching. */
export function SpaceSettingsFields({ settings, onChange, invalid }: Props) {
  const set = (change: Partial<SpaceSettings>) => onChange({ ...settings, ...change });
  const errorOf = (name: keyof typeof t.settings.invalid) =>
    invalid === name ? t.settings.invalid[name] : undefined;
  return (
    <details class="space-settings">
      <summary>{t.settings.title}</summary>
      <TextField
        label={t.settings.credit}
        hint={t.settings.creditHint}
        value={settings.credit}
        onInput={(credit) => set({ credit })}
      />
      <SelectField
        label={t.settings.history}
        hint={t.settings.historyHint}
        value={settings.history}
        choices={(['none', 'some', 'all'] as const).map((value) => ({
          value,
          label: t.settings.histories[value],
        }))}
        onChange={(history) => set({ history: history as SpaceSettings['history'] })}
      />
      {settings.history === 'some' && (
        <TextField
          label={t.settings.versions}
          error={errorOf('versions')}
          value={settings.versions}
          onInput={(versions) => set({ versions })}
        />
      )}
      <TextField
        label={t.settings.timeStart}
        hint={t.settings.timeHint}
        error={errorOf('timeStart')}
        value={settings.timeStart}
        onInput={(timeStart) => set({ timeStart })}
      />
      <TextField
        label={t.settings.timeEnd}
        value={settings.timeEnd}
        onInput={(timeEnd) => set({ timeEnd })}
      />
      <TextField
        label={t.settings.rank}
        hint={t.settings.rankHint}
        value={settings.rank}
        onInput={(rank) => set({ rank })}
      />
      {settings.rank.trim() !== '' && (
        <SelectField
          label={t.settings.rankOrder}
          value={settings.rankOrder}
          choices={(['descending', 'ascending'] as const).map((value) => ({
            value,
            label: t.settings.rankOrders[value],
          }))}
          onChange={(rankOrder) => set({ rankOrder: rankOrder as SpaceSettings['rankOrder'] })}
        />
      )}
      <TextArea
        label={t.settings.schema}
        hint={t.settings.schemaHint}
        error={errorOf('schema')}
        value={settings.schema}
        onInput={(schema) => set({ schema })}
      />
      <TextArea
        label={t.settings.rules}
        hint={t.settings.rulesHint}
        error={errorOf('rules')}
        value={settings.rules}
        onInput={(rules) => set({ rules })}
      />
      <TextField
        label={t.settings.cache}
        hint={t.settings.cacheHint}
        error={errorOf('cacheSeconds')}
        value={settings.cacheSeconds}
        onInput={(cacheSeconds) => set({ cacheSeconds })}
      />
      <CheckField
        label={t.settings.readOnly}
        checked={settings.readOnly}
        onChange={(readOnly) => set({ readOnly })}
      />
    </details>
  );
}
