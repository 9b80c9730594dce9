import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../testing/free-port.ts';
import { findProgram, needProgram } from '../../../testing/programs.ts';
import type { Prepared } from '../data/prepared.ts';
import { geopackageOf, TABLE } from './geopackage.ts';

/** MapServer's OGC API Features as an operator would run it: FastCGI processes, one a core, behind lighttpd. */
export type MapServer = {
  url: string;
  /** Of lighttpd and of all its FastCGI processes. */
  pids(): number[];
  stop(): Promise<void>;
};

/** The path of the features of a collection. */
export const ITEMS = `/mapserv/BENCH/ogcapi/collections/${TABLE}/items`;

const READY_WITHIN_MS = 20_000;

/** Undefined where it is not installed and cannot be; a line on the terminal says so. */
export async function startMapServer(prepared: Prepared): Promise<MapServer | undefined> {
  const [mapserv, lighttpd, ogr2ogr] = [
    needProgram(['mapserv'], 'cgi-mapserver'),
    findProgram(['lighttpd'], 'lighttpd'),
    findProgram(['ogr2ogr'], 'gdal-bin'),
  ];
  if ('skip' in mapserv || 'skip' in lighttpd || 'skip' in ogr2ogr) return undefined;
  const geopackage = await geopackageOf(prepared, ogr2ogr.path);
  const folder = join(prepared.scratch, 'mapserver');
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  writeFileSync(join(folder, 'bench.map'), mapFile(geopackage));
  writeFileSync(join(folder, 'mapserver.conf'), configuration(folder));
  writeFileSync(join(folder, 'lighttpd.conf'), webServer(folder, mapserv.path, port));
  const child = spawn(lighttpd.path, ['-D', '-f', join(folder, 'lighttpd.conf')], { stdio: 'inherit' });
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const server = {
    url: `http://127.0.0.1:${port}`,
    pids: () => [child.pid!, ...childrenOf(child.pid!)],
    stop: () => stop(child),
  };
  await untilReady(server.url);
  return server;
}

/**
 * A layer of points gives every feature; one of lines or polygons leaves out what is smaller in dimension. So lines and polygons
 * come as MultiPoints: the same coordinates and attributes, in another wrapping.
 */
function mapFile(geopackage: string): string {
  return `MAP
  NAME "bench"
  EXTENT -180 -90 180 90
  PROJECTION "init=epsg:4326" END
  WEB METADATA
    "ows_title" "bench"
    "ows_onlineresource" "http://127.0.0.1/"
    "oga_onlineresource" "http://127.0.0.1/"
    "oga_enable_request" "*"
    "oga_max_limit" "10000"
  END END
  LAYER
    NAME "${TABLE}"
    TYPE POINT
    STATUS ON
    CONNECTIONTYPE OGR
    CONNECTION "${geopackage}"
    DATA "${TABLE}"
    PROCESSING "CLOSE_CONNECTION=DEFER"
    PROJECTION "init=epsg:4326" END
    METADATA "oga_title" "features" "oga_featureid" "id" "gml_featureid" "id" "gml_include_items" "all" END
    TEMPLATE "none"
  END
END
`;
}

function configuration(folder: string): string {
  return `CONFIG
  ENV
    MS_MAP_PATTERN "^/"
  END
  MAPS
    BENCH "${join(folder, 'bench.map')}"
  END
END
`;
}

function webServer(folder: string, mapserv: string, port: number): string {
  return `server.modules = ( "mod_fastcgi" )
server.document-root = "${folder}"
server.bind = "127.0.0.1"
server.port = ${port}
server.errorlog = "${join(folder, 'error.log')}"
server.max-keep-alive-requests = 1000000
fastcgi.server = ( "/mapserv" => ((
  "bin-path" => "${mapserv}",
  "socket" => "${join(folder, 'socket')}",
  "max-procs" => ${availableParallelism()},
  "check-local" => "disable",
  "bin-environment" => ( "MAPSERVER_CONFIG_FILE" => "${join(folder, 'mapserver.conf')}" )
)) )
`;
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

async function untilReady(url: string): Promise<void> {
  const end = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const response = await fetch(`${url}${ITEMS}?f=json&limit=1`).catch(() => undefined);
    if (response?.ok) return;
    if (performance.now() > end)
      throw new Error(`MapServer does not answer: ${response && (await response.text())}`);
    await pause(100);
  }
}

/** Those of its processes that are still at a response would stay behind. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const busy = childrenOf(child.pid!);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  for (const pid of busy.filter((one) => existsSync(`/proc/${one}`))) process.kill(pid);
}
