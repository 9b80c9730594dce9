import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../testing/free-port.ts';
import { findProgram, needProgram } from '../../../testing/programs.ts';
import type { Prepared } from '../data/prepared.ts';
import { geopackageOf, TABLE } from './geopackage.ts';
import { type RivalServer, startRival } from './rival-server.ts';

/** The path of the features of a collection. */
export const ITEMS = `/mapserv/BENCH/ogcapi/collections/${TABLE}/items`;

/**
 * MapServer's OGC API Features as an operator would run it: FastCGI processes, one a core, behind lighttpd. Undefined where it
 * is not installed and cannot be; a line on the terminal says so.
 */
export async function startMapServer(prepared: Prepared): Promise<RivalServer | undefined> {
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
  return startRival({
    command: lighttpd.path,
    args: ['-D', '-f', join(folder, 'lighttpd.conf')],
    url: `http://127.0.0.1:${port}`,
    readyPath: `${ITEMS}?f=json&limit=1`,
  });
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
