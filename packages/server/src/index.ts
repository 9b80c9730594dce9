export * from './config/index.ts';
export { type RunningServer, startServer } from './start-server.ts';
export { VERSION } from './version.ts';
