import { openReadHub } from '@meridian/hub';
import type { Settings } from '../config/index.ts';
import { ExportJobs } from '../export/export-jobs.ts';
import { Admission } from '../http/admission/admission.ts';
import { certificateFiles, readCertificate, watchCertificate } from '../http/connections/certificate.ts';
import { createService, watchService } from '../http/create-service.ts';
import { createApp } from '../http/http-server.ts';
import { openLog } from '../http/observability/log.ts';
import { Metrics } from '../http/observability/metrics.ts';
import { hubSettings } from '../hub-settings.ts';
import { joinIn } from '../listen.ts';
import { startTracing } from '../start-tracing.ts';
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
  // Those of the main process are asked; this one is never given any.
  const exportJobs = new ExportJobs(hub.exportFiles, async () => {}, logger);
  const service = createService(hub, settings, exportJobs);
  const metrics = new Metrics(LOCAL_OPERATIONS);
  const admission = new Admission(settings, (name, rate) =>
    leased(name === 'address' ? 'addresses' : 'tokens', rate),
  );
  watchService(metrics, service, admission);
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
