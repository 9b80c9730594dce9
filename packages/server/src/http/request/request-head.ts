import type { IncomingMessage } from 'node:http';

/** What is known of a request before its body. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'socket' | 'complete'>;
