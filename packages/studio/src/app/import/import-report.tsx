import { go } from '../route.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Guessed } from './guessed.tsx';
import type { ImportResult } from './messages.ts';
import { RefusedList } from './refused-list.tsx';
import { type ImportRun, isPartial, resumeImport } from './runs.ts';

type Props = {
  run: ImportRun;
  result: ImportResult;
  /** Imports these records of the file again, with new ids. */
  onNewIds: (records: readonly number[]) => void;
};

/** How an import went. */
export function ImportReport({ run, result, onNewIds }: Props) {
  const { sent, refused, refusedCount, failure } = result;
  const outcome = failure !== undefined ? 'failed' : result.wasStopped ? 'stopped' : 'done';
  const duplicates = refused.filter(({ isDuplicate }) => isDuplicate).map(({ location }) => location.record);
  return (
    <div class="report">
      <p class="outcome" role="status">
        <Icon name={refusedCount > 0 || outcome !== 'done' ? 'warning' : 'check'} />
        {t.import[outcome](sent, formatCount(sent))}
      </p>
      {failure !== undefined && <p class="hint">{failure}</p>}
      <Guessed guessed={result.guessed} />
      <p class="report-actions">
        {isPartial(run) && (
          <Button kind="main" icon="play" onClick={() => resumeImport(run.id)}>
            {t.import.goOn}
          </Button>
        )}
        <Button
          kind={isPartial(run) ? 'plain' : 'main'}
          icon="map"
          onClick={() => go({ screen: 'map', add: run.space! })}
        >
          {t.import.openMap}
        </Button>
      </p>
      {duplicates.length > 0 && (
        <p class="duplicates">
          {t.import.duplicates(duplicates.length, formatCount(duplicates.length))}
          <Button icon="plus" onClick={() => onNewIds(duplicates)}>
            {t.import.withNewIds}
          </Button>
        </p>
      )}
      {refusedCount > 0 && <RefusedList refused={refused} count={refusedCount} />}
    </div>
  );
}
