import { openReadHub } from '@meridian/hub';
import type { Settings } from '../config/index.ts';
import { ExportJobs } from '../export/export-jobs.ts';
import { Admission } from '../http/admission/admission.ts';
import { certificateFiles, readCertificate, watchCertificate } from '../http/connections/certificate.ts';
import type { Service } from '../http/context.ts';
import { createApp } from '../http/http-server.ts';
import { watchCache, watchLoad } from '../http/observability/load-metrics.ts';
import { openLog } from '../http/observability/log.ts';
import { Metrics } from '../http/observability/metrics.ts';
import { ResponseCache } from '../http/response-cache.ts';
import { SingleFlight } from '../http/single-flight.ts';
import { hubSettings } from '../hub-settings.ts';
import { joinIn } from '../listen.ts';
import { SpaceStatistics } from '../ogc/space-statistics.ts';
import { startTracing } from '../start-tracing.ts';
import { VERSION } from '../version.ts';
import { Forwarding } from './forwarding.ts';
import { Front } from './front.ts';
import { LeasedRate } from './leased-rate.ts';
import { LOCAL_OPERATIONS } from './local-operations.ts';
import type { FromReader, LimitName, Question, ToReader } from './messages.ts';

/** Serves reads in this process, and passes all else on to the main one; tells that one when it does. */
export async function startReader(settings: Settings, inner: string): Promise<void> {
  const hub = await openReadHub(
    hubSettings(settings),
    (space, buildRequest) =>
      tell({ is: 'want', space: { id: space.id, storageKey: space.storageKey }, buildRequest }),
    (id, account, use) => tell({ is: 'used', id, account, use }),
  );
  const log = openLog(settings.logLevel);
  const { logger, requests: requestLog } = log;
  const responseCache = new ResponseCache(settings.cacheBytes);
  const flights = new SingleFlight();
  // Those of the main process are asked; this one is never given any.
  const exportJobs = new ExportJobs(hub.exportFiles, async () => {}, logger);
  const service: Service = {
    hub,
    settings,
    responseCache,
    flights,
    statistics: new SpaceStatistics(),
    exportJobs,
    version: VERSION,
    startedAt: Date.now(),
  };
  const metrics = new Metrics(LOCAL_OPERATIONS);
  const admission = new Admission(settings, (name, rate) =>
    leased(name === 'address' ? 'addresses' : 'tokens', rate),
  );
  watchLoad(metrics, hub.load, admission);
  watchCache(metrics, responseCache, flights);
  const tracing = startTracing(settings, logger, metrics);
  const files = certificateFiles(settings);
  const front = new Front(LOCAL_OPERATIONS, settings.publicUrl, admission, new Forwarding(inner));
  const { server, stop } = createApp({
    service,
    operations: LOCAL_OPERATIONS,
    admission,
    certificate: files && readCertificate(files),
    metrics,
    logger,
    requestLog,
    tracer: tracing?.tracer,
    front,
  });
  await joinIn(server, settings);
  const watch = files && watchCertificate(server, files, logger);

  const answer = async (question: Question): Promise<unknown> => {
    if (question.is === 'forget') await hub.forget(question.storageKey);
    return question.is === 'metrics' ? metrics.registry.getMetricsAsJSON() : undefined;
  };
  const end = async (timeoutMs: number) => {
    watch?.stop();
    await stop(timeoutMs);
    await tracing?.close();
    await exportJobs.close();
    await hub.close();
    await log.close();
    process.exit(0);
  };
  process.on('message', (message: ToReader) => {
    switch (message.is) {
      case 'granted':
        return admission[message.limit].grant(message.caller, message.count, performance.now());
      case 'asked':
        return void answer(message.question).then((result) =>
          tell({ is: 'reply', call: message.call, result }),
        );
      case 'certificate changed':
        return watch?.reload();
      case 'stop':
        return void end(message.timeoutMs);
    }
  });
  tell({ is: 'ready' });
}

function leased(limit: LimitName, rate: { perSecond: number; burst: number }): LeasedRate {
  return new LeasedRate(rate, {
    borrow: (caller, left) => tell({ is: 'borrow', limit, caller, left }),
    giveBack: (caller, count) => tell({ is: 'give back', limit, caller, count }),
  });
}

function tell(message: FromReader): void {
  if (process.connected) process.send!(message);
}
