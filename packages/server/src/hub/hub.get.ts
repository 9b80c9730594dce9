import { ownAddress } from '../http/auth/own-address.ts';
import { operation } from '../http/operation.ts';
import { json } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { clientId } from '../parameters/view.ts';

export const getHub = operation({
  name: 'getHub',
  method: 'GET',
  path: '/hub',
  summary: 'What this hub is and how it is',
  tag: 'service',
  access: 'open',
  query: { clientId },
  responses: {
    200: { description: 'Hub information', content: { 'application/json': refs.hubInformation } },
  },
  handle(context) {
    const { service } = context;
    const endpoint = ownAddress(context);
    return json(200, {
      schemaVersion: '0.9',
      reporter: { name: 'Meridian', version: service.version, upSince: service.startedAt, endpoint },
      status: { result: 'OK', timestamp: Date.now() },
    });
  },
});
