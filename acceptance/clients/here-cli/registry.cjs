/** Preloaded into the client: its question for a newer version of itself goes to REGISTRY_URL instead of the npm registry. */
const http = require('node:http');
const https = require('node:https');

const registry = new URL(process.env.REGISTRY_URL);
const original = https.request;

https.request = (options, callback) => {
  if ((options.hostname ?? options.host) !== 'registry.npmjs.org') return original(options, callback);
  const { hostname, port } = registry;
  return http.request({ path: options.path, hostname, port }, callback);
};
