import { go } from '../route.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { ImportResult } from './messages.ts';
import { RefusedList } from './refused-list.tsx';

type Props = {
  result: ImportResult;
  space: string;
  /** Imports these records of the file again, with ids that the hub makes. */
  onNewIds: (records: readonly number[]) => void;
};

/** How an import went. */
export function ImportReport({ result, space, onNewIds }: Props) {
  const { sent, refused, refusedCount, wasStopped } = result;
  const duplicates = refused.filter(({ isDuplicate }) => isDuplicate).map(({ location }) => location.record);
  return (
    <div class="report">
      <p class="outcome" role="status">
        <Icon name={refusedCount > 0 || wasStopped ? 'warning' : 'check'} />
        {wasStopped ? t.import.stopped(sent, formatCount(sent)) : t.import.done(sent, formatCount(sent))}
      </p>
      <Button kind="main" icon="map" onClick={() => go({ screen: 'map', add: space })}>
        {t.import.openMap}
      </Button>
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
