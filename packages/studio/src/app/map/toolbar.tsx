import { t } from '../strings.ts';
import { IconButton } from '../ui/button.tsx';
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
  hasFigures: boolean;
  onFigures: () => void;
  isMeasuring: boolean;
  onMeasure: () => void;
};

/** What can be done on the map. */
export function Toolbar(props: Props) {
  const { tool, onTool, hasTable, onTable, hasPanel, onPanel, isEditing, onEdit, hasLayer } = props;
  const { isMeasuring, onMeasure, hasFigures, onFigures } = props;
  const toggle = (kind: SearchArea['kind']) => onTool(tool === kind ? undefined : kind);
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
      <IconButton
        icon="chart"
        label={t.figures.tool}
        pressed={hasFigures}
        disabled={!hasLayer}
        onClick={onFigures}
      />
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
      <IconButton
        icon="ruler"
        label={t.measure.tool}
        pressed={isMeasuring}
        disabled={isEditing}
        onClick={onMeasure}
      />
      {onEdit && <IconButton icon="pencil" label={t.map.edit} pressed={isEditing} onClick={onEdit} />}
    </div>
  );
}
