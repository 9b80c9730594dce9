import { locationText, type SourceLocation } from '@meridian/formats';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { formatCount, formatValue } from '../ui/format.ts';
import { download } from './download.ts';
import type { RefusedFeature } from './messages.ts';

const MAX_SHOWN = 100;

/** Features that could not be taken, and why. */
export function RefusedList({
  refused,
  count = refused.length,
}: {
  refused: readonly RefusedFeature[];
  count?: number;
}) {
  const save = () => {
    const lines = refused.map(({ location, id, name, reason }) =>
      JSON.stringify({ ...location, id, name, reason }),
    );
    download(new Blob([`${lines.join('\n')}\n`], { type: 'application/x-ndjson' }), 'refused.ndjson');
  };
  const isNamed = refused.some(({ id, name }) => id !== undefined || name !== undefined);
  return (
    <section class="refused" aria-label={t.import.refusedList}>
      <h2>{t.import.refused(count, formatCount(count))}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="table-scroll" tabIndex={0} aria-label={t.table.rows}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.import.location}</th>
              {isNamed && <th scope="col">{t.import.feature}</th>}
              <th scope="col">{t.import.reason}</th>
            </tr>
          </thead>
          <tbody>
            {refused.slice(0, MAX_SHOWN).map(({ location, id, name, reason }) => (
              <tr key={location.record}>
                <th scope="row">{whereOf(location)}</th>
                {isNamed && <td>{formatValue(name ?? id ?? '', 80)}</td>}
                <td>{formatValue(reason, 300)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Button icon="download" kind="quiet" onClick={save}>
        {t.import.downloadRefused}
      </Button>
    </section>
  );
}

/** A file on one line tells nothing by its lines: there the features are counted. */
function whereOf(location: SourceLocation): string {
  const { line, record } = location;
  return line === 1 && record > 1 ? t.import.recordOfLine(record) : locationText(location);
}
