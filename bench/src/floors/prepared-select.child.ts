import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { serveCalls } from './child.ts';

/**
 * A server that publishes a table of PostGIS in the usual way: one prepared SELECT a request, in which the database makes the
 * GeoJSON. Several of them share a port.
 */
async function serve(url: string, port: number): Promise<number> {
  const sql = postgres(url, { max: 8, onnotice: () => undefined });
  const server = createServer(async (request, response) => {
    const id = decodeURIComponent(request.url!.slice(request.url!.lastIndexOf('/') + 1));
    const [row] = await sql`
      SELECT json_build_object('type', 'Feature', 'id', id, 'geometry', ST_AsGeoJSON(geom)::json, 'properties', properties)::text AS body
      FROM by_hand.feature WHERE id = ${id}`;
    response.writeHead(row ? 200 : 404, { 'Content-Type': 'application/geo+json; charset=utf-8' });
    response.end(row?.body);
  });
  await new Promise<void>((resolve) =>
    server.listen({ port, host: '127.0.0.1', reusePort: true }, () => resolve()),
  );
  return (server.address() as AddressInfo).port;
}

serveCalls({ serve });
