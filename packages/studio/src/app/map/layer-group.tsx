import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { LONGEST_GROUP, type MapLayer } from '../../map-style/document.ts';
import { t } from '../strings.ts';
import { IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { groupLayer, mapDocument, showGroup } from './state.ts';

type Props = { name: string; layers: readonly MapLayer[]; children: ComponentChildren };

/** Layers below a name: folded, hidden and shown together. */
export function LayerGroup({ name, layers, children }: Props) {
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  const isVisible = layers.some((layer) => layer.isVisible);
  return (
    <li class="layer-group">
      <div class="layer-head">
        <button
          type="button"
          class="layer-title"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span class="group-name">
            <Icon name={isOpen ? 'up' : 'down'} />
            {name}
          </span>
          <span class="count">{layers.length}</span>
        </button>
        <IconButton
          icon={isVisible ? 'eye' : 'hidden'}
          label={isVisible ? t.groups.hide(name) : t.groups.show(name)}
          onClick={() => showGroup(name, !isVisible)}
        />
      </div>
      <ul id={id} hidden={!isOpen}>
        {children}
      </ul>
    </li>
  );
}

/** The name of the group that a layer is in; those that there are, are suggested. */
export function GroupField({ layer: { space, group = '' } }: { layer: MapLayer }) {
  const [text, setText] = useState(group);
  const list = useId();
  const names = new Set(mapDocument.value.layers.flatMap((other) => other.group ?? []));
  return (
    <div class="settings">
      <TextField
        label={t.groups.field}
        hint={t.groups.hint}
        value={text}
        list={list}
        onInput={(typed) => setText(typed.slice(0, LONGEST_GROUP))}
        onChange={() => groupLayer(space, text)}
      />
      <datalist id={list}>
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
