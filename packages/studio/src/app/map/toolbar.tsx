import { t } from '../strings.ts';
import { IconButton } from '../ui/button.tsx';
import { type MapPanel, PANEL_NAMES, type PanelName, panelOf, panelTitle } from './panels.ts';
import type { SearchArea } from './requests.ts';

type Props = {
  tool: SearchArea['kind'] | undefined;
  onTool: (kind: SearchArea['kind'] | undefined) => void;
  hasTable: boolean;
  onTable: () => void;
  hasPanel: boolean;
  onPanel: () => void;
  isEditing: boolean;
  /** Absent where the layer can't be written to. */
  onEdit: (() => void) | undefined;
  hasLayer: boolean;
  /** The panel over the map that is open. */
  opened: PanelName | undefined;
  onPanelOver: (name: PanelName) => void;
  canOpen: (name: PanelName) => boolean;
};

/** What can be done on the map. */
export function Toolbar(props: Props) {
  const { tool, onTool, hasTable, onTable, hasPanel, onPanel, isEditing, onEdit, hasLayer } = props;
  const { opened, onPanelOver, canOpen } = props;
  const toggle = (kind: SearchArea['kind']) => onTool(tool === kind ? undefined : kind);
  const panels = (of: MapPanel['of']) =>
    PANEL_NAMES.filter((name) => panelOf(name).of === of).map((name) => (
      <IconButton
        key={name}
        icon={panelOf(name).icon}
        label={panelTitle(name)}
        pressed={opened === name}
        disabled={!canOpen(name)}
        onClick={() => onPanelOver(name)}
      />
    ));
  return (
    <div class="toolbar" role="toolbar" aria-label={t.map.tools}>
      <IconButton icon="layers" label={t.map.panel} pressed={hasPanel} onClick={onPanel} />
      <IconButton
        icon="table"
        label={t.map.table}
        pressed={hasTable}
        disabled={!hasLayer}
        onClick={onTable}
      />
      {panels('layer')}
      <IconButton
        icon="circle"
        label={t.map.radius}
        pressed={tool === 'radius'}
        disabled={!hasLayer || isEditing}
        onClick={() => toggle('radius')}
      />
      <IconButton
        icon="searchArea"
        label={t.map.polygon}
        pressed={tool === 'polygon'}
        disabled={!hasLayer || isEditing}
        onClick={() => toggle('polygon')}
      />
      {panels('clicks')}
      {onEdit && <IconButton icon="pencil" label={t.map.edit} pressed={isEditing} onClick={onEdit} />}
    </div>
  );
}
