import type { AgentOptions, Agent as AgentType } from 'node:http';
import type { Socket } from 'node:net';

/**
 * `node:http` without its web sockets: importing it as an ES module reads all of its exports, and reading `WebSocket`
 * loads Node's whole fetch, which is 90 ms of CPU time at every start and memory that nothing here uses.
 */
const { Agent, request } = process.getBuiltinModule('node:http');
export const { createServer, IncomingMessage, STATUS_CODES } = process.getBuiltinModule('node:http');

/** Sends a request from here. */
export const sendRequest = request;

/** Connections for requests from here, each made by `open`. */
export function newAgent(options: AgentOptions, open: () => Socket): AgentType {
  const agent = new Agent(options);
  agent.createConnection = open;
  return agent;
}
