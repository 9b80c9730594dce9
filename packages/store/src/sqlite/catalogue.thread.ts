import { workerData } from 'node:worker_threads';
import { receiveCalls } from '../thread/rpc.ts';
import { CatalogueFile } from './catalogue-file.ts';

/** The thread that owns the catalogue: each call is a method of CatalogueFile. */
const { path } = workerData as { path: string };
const file = new CatalogueFile(path);

receiveCalls(({ method, args, reply }) => {
  reply(() => {
    const call = file[method as keyof CatalogueFile] as (...args: unknown[]) => unknown;
    return { result: call.apply(file, args) };
  });
});
