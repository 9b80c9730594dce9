import { useState } from 'preact/hooks';
import { type Figures, readMetrics } from '../../admin/read-metrics.ts';
import { call } from '../api/call.ts';
import { hubUrl } from '../api/hub-url.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { formatBytes, formatCount, formatMoment } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { BackupPanel } from './backup-panel.tsx';

/** How the hub is doing: what an operator looks at first. */
export function GlanceSection() {
  const [figures, setFigures] = useState<Figures>();
  const load = useLoad(async () => setFigures(readMetrics(await metricsText())));
  if (!figures) return <Loading {...load} />;
  const { version, startedAt, requests, serverErrors, refused, spaces, memoryBytes, disk, waiting } = figures;
  const entries: readonly (readonly [label: string, value: string])[] = [
    [t.admin.glance.requests, formatCount(requests)],
    [t.admin.glance.errors, formatCount(serverErrors)],
    [t.admin.glance.refused, formatCount(refused)],
    [t.admin.glance.waiting, formatCount(waiting)],
    [t.admin.glance.spaces, formatCount(spaces)],
    [t.admin.glance.memory, formatBytes(memoryBytes)],
    ...(disk
      ? [
          [
            t.admin.glance.disk,
            t.admin.glance.diskOf(formatBytes(disk.freeBytes), formatBytes(disk.sizeBytes)),
          ] as const,
        ]
      : []),
    [t.admin.glance.version, version],
    [t.admin.glance.up, startedAt === undefined ? t.admin.audit.unknown : formatMoment(startedAt)],
  ];
  return (
    <section aria-label={t.admin.sections.glance}>
      <dl class="figures">
        {entries.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p class="hint">
        {t.admin.glance.about}{' '}
        <a href="metrics" dir="ltr">
          /metrics
        </a>
      </p>
      <Button onClick={() => void load.reload()}>{t.admin.glance.refresh}</Button>
      <BackupPanel />
    </section>
  );
}

async function metricsText(): Promise<string> {
  const response = await fetch(`${hubUrl}/metrics`);
  if (!response.ok) await call({ path: '/metrics' });
  return response.text();
}
