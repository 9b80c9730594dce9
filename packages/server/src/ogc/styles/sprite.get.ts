import { missing } from '@meridian/hub';
import { SPRITE_FILES, signSprite } from '@meridian/studio';
import type { Operation } from '../../http/operation.ts';

/** New versions of the hub may have more of them. */
const A_DAY = 'public, max-age=86400';

/** The signs of points as map libraries load them; they are the same for everybody. */
export const getOgcSprite: Operation = {
  name: 'getOgcSprite',
  method: 'GET',
  path: '/ogc/sprites/{file}',
  summary: 'The signs that styles have on points, as a sprite',
  description:
    '`signs.png` has them side by side, `signs.json` tells where each of them is; `signs@2x.png` and `signs@2x.json` are for screens with small pixels. The `sprite` of a style leads here.',
  tag: 'service',
  access: 'open',
  query: [],
  responses: {
    200: {
      description: 'The file',
      content: {
        'application/json': { type: 'object', additionalProperties: { type: 'object' } },
        'image/png': { type: 'string', format: 'binary' },
      },
    },
  },
  handle(context) {
    const name = context.parameter('file');
    const file = SPRITE_FILES.find((known) => known === name);
    if (!file) throw missing();
    const { type, body } = signSprite(file);
    return { status: 200, headers: { 'Content-Type': type, 'Cache-Control': A_DAY }, body };
  },
};
