/**
 * `node:http` without its web sockets: importing it as an ES module reads all of its exports, and reading `WebSocket`
 * loads Node's whole fetch, which is 90 ms of CPU time at every start and memory that nothing here uses.
 */
export const { createServer, IncomingMessage, STATUS_CODES } = process.getBuiltinModule('node:http');
