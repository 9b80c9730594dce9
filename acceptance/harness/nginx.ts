import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import { findProgram, type LeftOut } from '../../testing/programs.ts';
import { temporaryFolder } from './program.ts';

const READY_WITHIN_MS = 60_000;

export type Proxy = { url: string };

/** A real nginx on a free port with these locations and servers behind it, stopped when the tests of the file end; or why it is left out. */
export async function startNginx(port: number, locations: string, upstreams = ''): Promise<Proxy | LeftOut> {
  const program = findProgram(['nginx'], 'nginx-light');
  if ('skip' in program) return program;
  const folder = temporaryFolder();
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, port, locations, upstreams));
  const child = spawn(program.path, ['-c', file, '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  after(() => child.kill('SIGTERM'));
  await listening(port);
  return { url: `http://127.0.0.1:${port}` };
}

function configuration(folder: string, port: number, locations: string, upstreams: string): string {
  return `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 128; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  ${upstreams}
  server {
    listen 127.0.0.1:${port};
    proxy_set_header Host $http_host;
    proxy_http_version 1.1;
${locations}
  }
}
`;
}

async function listening(port: number): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isThere) return;
    if (Date.now() > until) throw new Error(`nginx does not listen on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
