import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { countFilters, hubFilter } from '../../filter/layer-filter.ts';
import type { MapLayer } from '../../map-style/document.ts';
import { call } from '../api/call.ts';
import { Lazy } from '../lazy.tsx';
import { spaceById } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { formatCount, shortText } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import { Conditions } from './conditions.tsx';
import { countRequest } from './requests.ts';
import { changeFilter, contentVersions, layerStatistics } from './state.ts';

const exportDialog = () => import('../import/export.dialog.tsx').then(({ ExportDialog }) => ExportDialog);

const MAX_TAGS = 30;
const PAUSE_MS = 300;

export function FilterPanel({ layer: { space, filter } }: { layer: MapLayer }) {
  const statistics = layerStatistics.value.get(space);
  const [wanted, setWanted] = useState('');
  const tags = statistics?.tags.value ?? [];
  const shown = tags.filter(({ key }) => key.includes(wanted.toLowerCase())).slice(0, MAX_TAGS);
  const toggle = (tag: string, isOn: boolean) =>
    changeFilter(space, {
      tags: isOn ? [...filter.tags, tag] : filter.tags.filter((other) => other !== tag),
    });
  return (
    <div class="settings">
      <Matching layer={{ space, filter }} total={statistics?.count.value} />
      <TextFilter key={space} layer={{ space, filter }} />
      <fieldset>
        <legend>{t.filter.tags}</legend>
        {tags.length > MAX_TAGS && (
          <input
            type="search"
            aria-label={t.filter.findTag}
            placeholder={t.filter.findTag}
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        )}
        {tags.length === 0 && <p class="hint">{t.filter.noTags}</p>}
        <div class="checks">
          {shown.map(({ key, count }) => (
            <CheckField
              key={key}
              label={shortText(key, 60)}
              checked={filter.tags.includes(key)}
              count={formatCount(count)}
              onChange={(isOn) => toggle(key, isOn)}
            />
          ))}
        </div>
        {tags.length > shown.length && (
          <p class="hint">{t.filter.moreTags(formatCount(tags.length - shown.length))}</p>
        )}
      </fieldset>
      <fieldset>
        <legend>{t.filter.properties}</legend>
        <Conditions key={space} layer={{ space, filter }} />
      </fieldset>
    </div>
  );
}

type Filtered = Pick<MapLayer, 'space' | 'filter'>;

/** How many features the filter leaves. */
function Matching({ layer: { space, filter }, total }: { layer: Filtered; total: number | undefined }) {
  const [count, setCount] = useState<number>();
  const [isExporting, setExporting] = useState(false);
  const version = contentVersions.value.get(space);
  useEffect(() => {
    const running = new AbortController();
    void attempt(async () => {
      const response = await call<{ count: number }>(countRequest(space, filter), running.signal);
      setCount(response.count);
    });
    return () => running.abort();
  }, [space, filter, version]);
  if (count === undefined || total === undefined) return <p class="matching">…</p>;
  const definition = spaceById.value.get(space);
  return (
    <div class="matching">
      <p role="status">{t.filter.matching(formatCount(count), formatCount(total))}</p>
      {countFilters(filter) > 0 && (
        <Button
          kind="quiet"
          onClick={() => changeFilter(space, { tags: [], where: [], match: undefined, text: '' })}
        >
          {t.filter.clear}
        </Button>
      )}
      {definition && count > 0 && (
        <IconButton icon="download" label={t.filter.export} onClick={() => setExporting(true)} />
      )}
      {definition && isExporting && (
        <Lazy
          load={exportDialog}
          with={{
            space: definition,
            selected: { filter: hubFilter(filter), count },
            onClose: () => setExporting(false),
          }}
        />
      )}
    </div>
  );
}

/** Words that are looked for in all properties, once typing pauses. */
function TextFilter({ layer: { space, filter } }: { layer: Filtered }) {
  const { text: applied = '' } = filter;
  const [text, setText] = useState(applied);
  useLayoutEffect(() => setText(applied), [applied]);
  useEffect(() => {
    if (text.trim() === applied) return;
    const paused = setTimeout(() => changeFilter(space, { text: text.trim() }), PAUSE_MS);
    return () => clearTimeout(paused);
  }, [text]);
  return <TextField label={t.filter.text} hint={t.filter.textHint} value={text} onInput={setText} />;
}
