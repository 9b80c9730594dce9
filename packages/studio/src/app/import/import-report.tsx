import { go } from '../route.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { ImportResult } from './messages.ts';
import { RefusedList } from './refused-list.tsx';

/** How an import went. */
export function ImportReport({ result, space }: { result: ImportResult; space: string }) {
  const { sent, refused, refusedCount, wasStopped } = result;
  return (
    <div class="report">
      <p class="outcome" role="status">
        <Icon name={refusedCount > 0 || wasStopped ? 'warning' : 'check'} />
        {wasStopped ? t.import.stopped(sent, formatCount(sent)) : t.import.done(sent, formatCount(sent))}
      </p>
      <Button kind="main" icon="map" onClick={() => go({ screen: 'map', add: space })}>
        {t.import.openMap}
      </Button>
      {refusedCount > 0 && <RefusedList refused={refused} count={refusedCount} />}
    </div>
  );
}
