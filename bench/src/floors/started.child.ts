import { createServer } from 'node:http';

/** The least a Node server does to be ready. */
createServer().listen(0, '127.0.0.1', () => process.stdout.write('ready\n'));
