import { type Feature, MeridianClient, NAMESPACE } from '@meridian/client';
import { blobSource, FormatFault, WRITE_FORMATS, writeFeatures } from '@meridian/formats/browser';
import { hubUrl } from '../api/hub-url.ts';
import { importFile } from './import-file.ts';
import type { Message, Order, Task } from './messages.ts';
import { previewFile } from './preview-file.ts';

/** Reads and writes files beside the page, so that the page stays responsive. Each worker does one task. */
const post = (message: Message) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<Task | Order>) => {
  if (data === 'pause') paused ??= Promise.withResolvers<void>();
  else if (data === 'signedIn') signedOut?.resolve();
  else if (data === 'resume' || data === 'stop') {
    if (data === 'stop') stopping.abort();
    paused?.resolve();
    paused = undefined;
  } else run(data).catch((error: unknown) => post({ kind: 'failed', message: messageOf(error) }));
});

const stopping = new AbortController();
let paused: PromiseWithResolvers<void> | undefined;
let signedOut: PromiseWithResolvers<void> | undefined;

function signedIn(): Promise<void> {
  signedOut = Promise.withResolvers<void>();
  post({ kind: 'signedOut' });
  return signedOut.promise;
}

async function run(task: Task): Promise<void> {
  switch (task.kind) {
    case 'preview':
      return post({
        kind: 'preview',
        preview: await previewFile(blobSource(task.file, task.file.name), task.choices),
      });
    case 'import': {
      const source = blobSource(task.file, task.file.name);
      const onProgress = (progress: Extract<Message, { kind: 'progress' }>['progress']) =>
        post({ kind: 'progress', progress });
      const events = { onProgress, onSignedOut: signedIn, whenResumed: async () => paused?.promise };
      return post({ kind: 'imported', result: await importFile(source, task, events, stopping.signal) });
    }
    case 'export':
      return exportSpace(task);
  }
}

const PAGE = 5000;
const PROGRESS_EVERY = 5000;

async function exportSpace({
  space,
  format,
  selected = { filter: {} },
  withNotes,
}: Extract<Task, { kind: 'export' }>): Promise<void> {
  const hub = new MeridianClient({ url: hubUrl, retryTimeoutMs: 60_000 });
  const source = hub.features(space);
  const wanted =
    'ids' in selected
      ? await source.getMany(selected.ids)
      : source.iterate({ ...selected.filter, pageSize: PAGE });
  let count = 0;
  async function* features() {
    for await (const feature of wanted) {
      yield withNotes ? feature : withoutNotes(feature);
      if (++count % PROGRESS_EVERY === 0) post({ kind: 'exporting', count });
    }
  }
  const parts: BlobPart[] = [];
  for await (const chunk of writeFeatures(format, features(), { name: space, csv: { geometry: 'auto' } }))
    parts.push(chunk as Uint8Array<ArrayBuffer>);
  post({ kind: 'exported', blob: new Blob(parts, { type: WRITE_FORMATS[format].mediaType }), count });
}

/** With nothing of the hub's own but the tags. */
function withoutNotes(feature: Feature): Feature {
  const { [NAMESPACE]: notes, ...properties } = feature.properties;
  const { tags = [] } = notes ?? {};
  return { ...feature, properties: tags.length > 0 ? { ...properties, [NAMESPACE]: { tags } } : properties };
}

function messageOf(error: unknown): string {
  if (error instanceof FormatFault) return error.message;
  return error instanceof Error ? error.message : String(error);
}
