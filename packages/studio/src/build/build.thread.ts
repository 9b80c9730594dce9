import { parentPort } from 'node:worker_threads';
import { buildStudio } from './build-studio.ts';

parentPort!.postMessage(await buildStudio());
