/**
 * Preloaded into the client with `node --require`: what it sends to the hosts of the old service goes to the hub named by
 * HUB_URL, and its question for a newer version of itself to REGISTRY_URL. Nothing of the client itself is changed.
 */
const http = require('node:http');
const https = require('node:https');

const hub = new URL(process.env.HUB_URL);
const registry = new URL(process.env.REGISTRY_URL);
const OLD_HOST = /(^|\.)here\.com$/;

function request(...args) {
  const callback = args.find((arg) => typeof arg === 'function');
  const url = typeof args[0] === 'string' || args[0] instanceof URL ? new URL(args[0]) : undefined;
  const given = args[url ? 1 : 0];
  const options = { ...(url && { hostname: url.hostname, path: url.pathname + url.search }), ...given };
  const target = OLD_HOST.test(options.hostname ?? options.host) ? hub : registry;
  const { agent, agents, host, headers = {}, ...rest } = options;
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host'));
  return http.request(
    { ...rest, protocol: 'http:', hostname: target.hostname, port: target.port, headers: kept },
    callback,
  );
}

https.request = request;
https.get = (...args) => request(...args).end();
