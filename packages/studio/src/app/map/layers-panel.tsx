import { useEffect, useState } from 'preact/hooks';
import { countFilters } from '../../filter/layer-filter.ts';
import type { MapLayer } from '../../map-style/document.ts';
import { runsOf } from '../../map-style/order.ts';
import { loadSpaces, spaceById, spaces } from '../spaces/catalogue.ts';
import { FirstSteps } from '../spaces/first-steps.tsx';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { formatCount, shortText } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import { BaseField } from './base-field.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { dragOfLayer, dropOnLayer } from './layer-drag.ts';
import { GroupField, LayerGroup } from './layer-group.tsx';
import { Legend, Swatch } from './legend.tsx';
import {
  activeSpace,
  addLayer,
  changeLayer,
  contentVersions,
  layerStatistics,
  loadLayerStatistics,
  mapDocument,
  moveLayer,
  removeLayer,
} from './state.ts';
import { StylePanel } from './style-panel.tsx';

type Props = {
  onZoom: (space: string) => void;
  isReadOnly?: boolean;
  /** Not while something is drawn upon the map, which would be lost with it. */
  canChangeBase?: boolean;
  /** One space is looked at: there is nothing to order, add or remove. */
  isAlone?: boolean;
};

/** What is on the map, and how. */
export function LayersPanel({ onZoom, isReadOnly = false, canChangeBase = false, isAlone = false }: Props) {
  const { layers } = mapDocument.value;
  const names = layers.map(({ space }) => space).join('\n');
  const versions = contentVersions.value;
  useEffect(() => {
    for (const { space } of layers) void attempt(async () => void (await loadLayerStatistics(space)));
  }, [names, versions]);
  const entry = (layer: MapLayer) => (
    <LayerEntry
      key={layer.space}
      layer={layer}
      onZoom={() => onZoom(layer.space)}
      isReadOnly={isReadOnly}
      isAlone={isAlone}
      // At the edge there is still a group to leave.
      isFirst={layer === layers[0] && layer.group === undefined}
      isLast={layer === layers.at(-1) && layer.group === undefined}
    />
  );
  return (
    <div class="layers">
      {layers.length === 0 && <p class="hint">{t.map.noLayers}</p>}
      {!isReadOnly && spaces.value?.length === 0 && <FirstSteps />}
      <ul>
        {runsOf(layers).map(({ group, layers: those }) =>
          group === undefined ? (
            those.map(entry)
          ) : (
            <LayerGroup key={`${those[0]!.space} ${group}`} name={group} layers={those}>
              {those.map(entry)}
            </LayerGroup>
          ),
        )}
      </ul>
      {!isReadOnly && !isAlone && <AddLayer onAdd={onZoom} />}
      {canChangeBase && <BaseField />}
    </div>
  );
}

type EntryProps = {
  layer: MapLayer;
  onZoom: () => void;
  isReadOnly: boolean;
  isAlone: boolean;
  isFirst: boolean;
  isLast: boolean;
};

function LayerEntry({ layer, onZoom, isReadOnly, isAlone, isFirst, isLast }: EntryProps) {
  const { space, style, isVisible, filter } = layer;
  const [open, setOpen] = useState<'style' | 'filter'>();
  const isActive = activeSpace.value === space;
  const title = shortText(spaceById.value.get(space)?.title ?? space, 80);
  const count = layerStatistics.value.get(space)?.count.value;
  const filters = countFilters(filter);
  const toggle = (what: 'style' | 'filter') => {
    activeSpace.value = space;
    setOpen(open === what ? undefined : what);
  };
  return (
    <li class={isActive ? 'layer active' : 'layer'} {...(isReadOnly ? {} : dropOnLayer(space))}>
      <div class="layer-head" {...(isReadOnly ? {} : dragOfLayer(space))}>
        {style.view === 'features' && (style.shading === 'plain' || style.classes.length === 0) && (
          <Swatch color={style.color} sign={style.sign} />
        )}
        <button
          type="button"
          class="layer-title"
          aria-pressed={isActive}
          onClick={() => {
            activeSpace.value = space;
          }}
        >
          {title}
          <span class="count">{count === undefined ? '…' : formatCount(count)}</span>
        </button>
        <IconButton
          icon={isVisible ? 'eye' : 'hidden'}
          label={isVisible ? t.map.hide(title) : t.map.show(title)}
          onClick={() => changeLayer(space, (same) => ({ ...same, isVisible: !isVisible }))}
        />
      </div>
      <Legend layer={layer} />
      {(isActive || isReadOnly) && (
        <div class="layer-tools">
          <IconButton icon="target" label={t.map.zoomTo(title)} onClick={onZoom} />
          {!isReadOnly && (
            <>
              <IconButton
                icon="sliders"
                label={t.map.style(title)}
                pressed={open === 'style'}
                onClick={() => toggle('style')}
              />
              <IconButton
                icon="filter"
                label={t.map.filter(title, filters)}
                pressed={open === 'filter'}
                onClick={() => toggle('filter')}
              />
            </>
          )}
          {!isReadOnly && !isAlone && (
            <>
              <IconButton
                icon="up"
                label={t.map.up(title)}
                disabled={isFirst}
                onClick={() => moveLayer(space, -1)}
              />
              <IconButton
                icon="down"
                label={t.map.down(title)}
                disabled={isLast}
                onClick={() => moveLayer(space, 1)}
              />
              <IconButton icon="trash" label={t.map.remove(title)} onClick={() => removeLayer(space)} />
            </>
          )}
        </div>
      )}
      {isActive && open === 'style' && (
        <>
          <StylePanel layer={layer} />
          {!isAlone && <GroupField key={layer.group ?? ''} layer={layer} />}
        </>
      )}
      {isActive && open === 'filter' && <FilterPanel layer={layer} />}
    </li>
  );
}

function AddLayer({ onAdd }: { onAdd: (space: string) => void }) {
  const [space, setSpace] = useState('');
  useEffect(() => {
    if (!spaces.value) void attempt(loadSpaces);
  }, []);
  const taken = new Set(mapDocument.value.layers.map((layer) => layer.space));
  const free = (spaces.value ?? []).filter(({ id }) => !taken.has(id));
  if (free.length === 0) return null;
  const chosen = free.find(({ id }) => id === space) ?? free[0]!;
  return (
    <form
      class="add-layer"
      onSubmit={(event) => {
        event.preventDefault();
        addLayer(chosen.id);
        onAdd(chosen.id);
      }}
    >
      <select
        aria-label={t.map.addSpace}
        value={chosen.id}
        onChange={(event) => setSpace(event.currentTarget.value)}
      >
        {free.map(({ id, title }) => (
          <option key={id} value={id}>
            {shortText(title, 60)}
          </option>
        ))}
      </select>
      <Button type="submit" icon="plus">
        {t.map.add}
      </Button>
    </form>
  );
}
