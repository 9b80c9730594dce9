import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../testing/free-port.ts';
import { pythonWith } from '../../../testing/python.ts';
import type { Prepared } from '../data/prepared.ts';
import { type RivalServer, startRival } from './rival-server.ts';

const REQUIREMENTS = fileURLToPath(new URL('./requirements.txt', import.meta.url));

/** The tables that are there for those who publish a database: see rival-tables.child.ts. */
const [BY_HAND, TILED] = ['by_hand.feature', 'tiled.feature'];
const PROCESSES = String(availableParallelism());

export const TIPG = {
  items: `/collections/${BY_HAND}/items`,
  tile: (tile: string) => `/collections/${TILED}/tiles/WebMercatorQuad/${tile}`,
};
export const PYGEOAPI = { items: '/collections/feature/items' };

/** tipg as its documentation has it run: uvicorn, a process a core. */
export async function startTipg(database: string): Promise<RivalServer | string> {
  const found = pythonWith(REQUIREMENTS);
  if ('skip' in found) return found.skip;
  const port = await freePort();
  return startRival({
    command: found.python,
    args: ['-m', 'uvicorn', 'tipg.main:app', ...uvicornOptions(port)],
    env: {
      DATABASE_URL: database,
      TIPG_DB_SCHEMAS: '["by_hand", "tiled"]',
      TIPG_TILE_BUFFER: '64',
      TIPG_CATALOG_TTL: '86400',
    },
    url: `http://127.0.0.1:${port}`,
    readyPath: `${TIPG.items}?limit=1`,
  });
}

function uvicornOptions(port: number): string[] {
  return ['--port', String(port), '--workers', PROCESSES, '--no-access-log', '--log-level', 'error'];
}

/** pygeoapi behind gunicorn, a process a core, with its provider for PostgreSQL. */
export async function startPygeoapi({ scratch }: Prepared, database: string): Promise<RivalServer | string> {
  const found = pythonWith(REQUIREMENTS);
  if ('skip' in found) return found.skip;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [config, openapi] = [join(scratch, 'pygeoapi.yml'), join(scratch, 'pygeoapi-openapi.yml')];
  // JSON is YAML, too.
  writeFileSync(config, JSON.stringify(configuration(database, url)));
  const env = { PYGEOAPI_CONFIG: config, PYGEOAPI_OPENAPI: openapi };
  const generate = ['openapi', 'generate', config, '--output-file', openapi];
  execFileSync(join(dirname(found.python), 'pygeoapi'), generate, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return startRival({
    command: found.python,
    args: ['-m', 'gunicorn', '-w', PROCESSES, '-b', `127.0.0.1:${port}`, 'pygeoapi.flask_app:APP'],
    env: {
      ...env,
      GUNICORN_CMD_ARGS: '--log-level error --keep-alive 60 --worker-class gthread --threads 4',
    },
    url,
    readyPath: `${PYGEOAPI.items}?f=json&limit=1`,
  });
}

function configuration(database: string, url: string): object {
  const { hostname, port, username, pathname } = new URL(database);
  const english = (text: string) => ({ en: text });
  return {
    server: {
      bind: { host: '127.0.0.1', port: Number(new URL(url).port) },
      url,
      mimetype: 'application/json; charset=UTF-8',
      encoding: 'utf-8',
      languages: ['en-US'],
      limits: { default_items: 10, max_items: 10_000 },
      map: { url: 'http://127.0.0.1/{z}/{x}/{y}.png', attribution: '' },
    },
    logging: { level: 'ERROR' },
    metadata: {
      identification: {
        title: english('bench'),
        description: english('bench'),
        keywords: { en: ['bench'] },
        keywords_type: 'theme',
        terms_of_service: 'none',
        url,
      },
      license: { name: 'none', url },
      provider: { name: 'bench', url },
      contact: { name: 'bench', email: 'bench@localhost', url },
    },
    resources: {
      feature: {
        type: 'collection',
        title: english('features'),
        description: english('features'),
        keywords: { en: ['bench'] },
        extents: {
          spatial: { bbox: [-180, -90, 180, 90], crs: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84' },
        },
        providers: [
          {
            type: 'feature',
            name: 'PostgreSQL',
            data: {
              host: hostname,
              port: Number(port),
              dbname: pathname.slice(1),
              user: username,
              password: 'none',
              search_path: ['by_hand', 'public'],
            },
            id_field: 'id',
            table: 'feature',
            geom_field: 'geom',
          },
        ],
      },
    },
  };
}
