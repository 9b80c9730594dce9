/** What the measurements of a hub say at a glance; they count since it started. */
export type Figures = {
  version: string;
  startedAt: number | undefined;
  requests: number;
  serverErrors: number;
  refused: number;
  spaces: number;
  memoryBytes: number;
  /** Of the data folder; a hub in memory has none. */
  disk: { freeBytes: number; sizeBytes: number } | undefined;
  waiting: number;
};

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;

type Sample = { name: string; labels: string; value: number };

/** Reads the text form of Prometheus. */
export function readMetrics(text: string): Figures {
  const samples = text.split('\n').flatMap((line): Sample[] => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    return name === undefined ? [] : [{ name, labels, value: Number(value) }];
  });
  const sum = (wanted: string, label = '') =>
    samples
      .filter(({ name, labels }) => name === wanted && labels.includes(label))
      .reduce((total, { value }) => total + value, 0);
  const build = samples.find(({ name }) => name === 'meridian_build_info')?.labels ?? '';
  const first = (wanted: string) => samples.find(({ name }) => name === wanted)?.value;
  const [freeBytes, sizeBytes] = [first('meridian_disk_free_bytes'), first('meridian_disk_size_bytes')];
  const started = sum('process_start_time_seconds');
  return {
    version: /version="([^"]*)"/.exec(build)?.[1] ?? '',
    startedAt: started > 0 ? started * 1000 : undefined,
    requests: sum('meridian_requests_total'),
    serverErrors: sum('meridian_requests_total', 'status="5xx"'),
    refused: sum('meridian_refusals_total'),
    spaces: sum('meridian_spaces'),
    memoryBytes: sum('process_resident_memory_bytes'),
    disk: freeBytes === undefined || sizeBytes === undefined ? undefined : { freeBytes, sizeBytes },
    waiting: sum('meridian_reads_waiting') + sum('meridian_writes_waiting'),
  };
}
