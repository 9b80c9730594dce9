import type { Schema } from '../../http/operation.ts';

export const exportSchemas: Record<string, Schema> = {
  Export: {
    type: 'object',
    description: 'A file of a space that is written in the background.',
    required: ['id', 'space', 'format', 'state', 'features', 'bytes', 'createdAt', 'expiresAt', 'href'],
    properties: {
      id: { type: 'string' },
      space: { type: 'string', description: 'Id of the space.' },
      format: { type: 'string', description: 'What the file is.' },
      state: {
        type: 'string',
        enum: ['waiting', 'running', 'done', 'failed'],
        description: 'Whether it waits for others, is being written, can be read, or came to nothing.',
      },
      version: {
        type: 'integer',
        description: 'The version of the space that the file has, once it is complete.',
      },
      features: {
        type: 'integer',
        description:
          'Features read so far, in steps; in the end all that were exported. Of a file of tiles, all at its end.',
      },
      totalFeatures: {
        type: 'integer',
        description: 'Features to be read, where the whole space is exported, or a file of tiles.',
      },
      bytes: { type: 'integer', description: 'Bytes of the file so far.' },
      losses: {
        type: 'array',
        description:
          'What the format has no room for, of the features that were read: left out of a file of features, or changed in it. Known once it is complete.',
        items: {
          type: 'object',
          required: ['what', 'count'],
          properties: {
            what: { type: 'string', examples: ['texts cut to 254 bytes'] },
            count: { type: 'integer' },
          },
        },
      },
      createdAt: { type: 'integer', description: 'In milliseconds since 1970.' },
      expiresAt: { type: 'integer', description: 'When it is deleted, in milliseconds since 1970.' },
      error: { type: 'string', description: 'Why it failed.' },
      href: { type: 'string', format: 'uri', description: 'Where to ask again.' },
      file: { type: 'string', format: 'uri', description: 'Where the file is, once it is complete.' },
    },
    additionalProperties: false,
  },
  Exports: { type: 'array', items: { $ref: '#/components/schemas/Export' } },
};
