import type { Schema } from '../../http/operation.ts';

const string: Schema = { type: 'string' };
const object: Schema = { type: 'object', additionalProperties: true };
const link: Schema = { $ref: '#/components/schemas/OgcLink' };
const links: Schema = { type: 'array', items: link };

/** The documents about styles, in what OpenAPI 3.0 and 3.1 have in common. */
export const styleSchemas: Record<string, Schema> = {
  OgcStyles: {
    type: 'object',
    required: ['styles', 'links'],
    properties: {
      default: string,
      styles: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'title', 'links'],
          properties: { id: string, title: string, links },
        },
      },
      links,
    },
  },
  OgcStyle: {
    type: 'object',
    description: 'A MapLibre style.',
    required: ['version', 'name', 'sources', 'layers'],
    properties: {
      version: { type: 'integer', enum: [8] },
      name: string,
      metadata: object,
      center: { type: 'array', items: { type: 'number' } },
      zoom: { type: 'number' },
      sprite: string,
      sources: object,
      layers: { type: 'array', items: object },
    },
  },
  OgcStyleDescription: {
    type: 'object',
    required: ['id', 'title', 'stylesheets', 'layers', 'links'],
    properties: {
      id: string,
      title: string,
      description: string,
      scope: { type: 'string', enum: ['style'] },
      stylesheets: {
        type: 'array',
        items: {
          type: 'object',
          required: ['link'],
          properties: {
            title: string,
            version: string,
            specification: string,
            native: { type: 'boolean' },
            link,
          },
        },
      },
      layers: {
        type: 'array',
        items: { type: 'object', required: ['id'], properties: { id: string, sampleData: link } },
      },
      links,
    },
  },
};
