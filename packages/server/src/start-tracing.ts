import { isEmbedded, isInMemory, randomId } from '@meridian/hub';
import type { Logger } from 'pino';
import type { Settings } from './config/index.ts';
import type { Metrics } from './http/observability/metrics.ts';
import { samplerOf } from './http/tracing/sampler.ts';
import { SpanExporter } from './http/tracing/span-exporter.ts';
import { Tracer } from './http/tracing/tracer.ts';
import { VERSION } from './version.ts';

export type Tracing = { tracer: Tracer; close(): Promise<void> };

const INSTANCE_ID_LENGTH = 20;

/** Traces requests for OpenTelemetry where a collector is named; otherwise nothing of it is there. */
export function startTracing(settings: Settings, logger: Logger, metrics: Metrics): Tracing | undefined {
  const { otelExporterOtlpEndpoint: endpoint } = settings;
  if (endpoint === undefined || settings.otelTracesExporter === 'none') return undefined;
  const url = `${endpoint}/v1/traces`;
  const collector = {
    url,
    headers: settings.otelExporterOtlpHeaders,
    timeoutMs: settings.otelExporterOtlpTimeout,
  };
  const exporter = new SpanExporter(collector, resource(settings), VERSION, {
    failing: (reason) =>
      logger.warn({ collector: url, reason }, 'traces can not be sent; said once until they can be again'),
    recovered: () => logger.info({ collector: url }, 'traces are sent again'),
  });
  metrics.counter(
    'meridian_trace_spans_total',
    'Spans by what became of them: sent to the collector, dropped since the queue was full, or failed to be sent.',
    'result',
    () => exporter.counts,
  );
  metrics.gauge(
    'meridian_trace_spans_waiting',
    'Spans that wait to be sent to the collector.',
    () => exporter.queued,
  );
  const sampler = samplerOf(settings.otelTracesSampler, settings.otelTracesSamplerArg);
  return { tracer: new Tracer(sampler, exporter, databaseOf(settings)), close: () => exporter.close() };
}

/** As the conventions spell the storage engines. */
function databaseOf(settings: Settings): string {
  if (isInMemory(settings)) return 'memory';
  return isEmbedded(settings) ? 'sqlite' : 'postgresql';
}

function resource({ otelResourceAttributes: attributes, otelServiceName: name }: Settings) {
  return {
    'service.version': VERSION,
    'service.instance.id': randomId(INSTANCE_ID_LENGTH),
    'telemetry.sdk.name': 'meridian',
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.version': VERSION,
    ...attributes,
    'service.name': name || attributes['service.name'] || 'meridian',
  };
}
