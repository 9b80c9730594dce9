import type { Schema } from '../../http/operation.ts';

const estimated: Schema = { type: 'boolean', description: 'Whether the value is an estimate.' };

function fact(value: Schema, further: Record<string, Schema> = {}): Schema {
  return { type: 'object', required: ['value', 'estimated'], properties: { value, estimated, ...further } };
}

function entries(members: Record<string, Schema>): Schema {
  return {
    type: 'array',
    items: {
      type: 'object',
      properties: { key: { type: 'string' }, count: { type: 'integer' }, ...members },
    },
  };
}

/** What `properties=full` adds to each property. */
const profile: Record<string, Schema> = {
  types: {
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Features by type of the value.',
  },
  nulls: { type: 'integer', description: 'Features in which it is null.' },
  distinct: { type: 'integer', description: 'Different texts, numbers and booleans.' },
  min: { type: ['number', 'string', 'boolean', 'null'] },
  max: { type: ['number', 'string', 'boolean', 'null'] },
  frequent: {
    type: 'array',
    items: {
      type: 'object',
      properties: { value: { type: ['number', 'string', 'boolean'] }, count: { type: 'integer' } },
    },
    description: 'The most frequent values.',
  },
  estimated: {
    type: 'boolean',
    description:
      'Whether there are more values than are counted one by one: `distinct` is then too low, and `frequent` may lack some.',
  },
};

/** What the hub says about itself and about the content of a space. */
export const factSchemas: Record<string, Schema> = {
  Count: {
    type: 'object',
    description: 'How many features there are.',
    required: ['type', 'count', 'estimated'],
    properties: { type: { const: 'CountResponse' }, count: { type: 'integer', minimum: 0 }, estimated },
    examples: [{ type: 'CountResponse', count: 1204, estimated: false }],
  },
  ReadPlan: {
    type: 'object',
    description: 'How a read is carried out, as far as that is decided before anything is read.',
    required: ['type', 'read', 'plan', 'steps', 'tests'],
    properties: {
      type: { const: 'ReadPlan' },
      read: { enum: ['features', 'tile', 'clusters', 'count'] },
      plan: {
        enum: ['joined texts', 'rows', 'sorted', 'counter', 'index only'],
        description:
          'Stored texts as they are, rows one by one, rows in an order, a number that writes maintain, or entries of an index.',
      },
      steps: { type: 'string', description: 'What is tried, one after the other.' },
      rowsFrom: {
        type: 'array',
        items: { type: 'string' },
        description: 'Where rows come from, the cheapest first.',
      },
      wordsFrom: {
        type: 'array',
        items: { enum: ['text index', 'columns', 'rows'] },
        description: 'Where the words of `q` are looked for, the cheapest first that is built.',
      },
      area: { enum: ['boxes', 'shape'], description: 'What the spatial index is searched by.' },
      tests: {
        type: 'object',
        description: 'How many alternatives of tags and conditions are held against each feature.',
        properties: { tags: { type: 'integer' }, conditions: { type: 'integer' } },
      },
      sampledFrom: { type: 'integer', description: 'From so many matches on only a sample is shown.' },
      spaces: { type: 'integer', description: 'Of a virtual space: so many spaces are read as one.' },
    },
    examples: [
      {
        type: 'ReadPlan',
        read: 'tile',
        plan: 'rows',
        steps: 'tile blocks, else rows',
        rowsFrom: ['rows'],
        area: 'boxes',
        tests: { tags: 0, conditions: 0 },
      },
    ],
  },
  Statistics: {
    type: 'object',
    description: 'What a space holds.',
    required: ['type', 'count', 'dataSize', 'byteSize', 'bbox', 'geometryTypes', 'properties', 'tags'],
    properties: {
      type: { const: 'StatisticsResponse' },
      count: fact({ type: 'integer', description: 'Number of features.' }),
      dataSize: fact({ type: 'integer', description: 'Bytes of the stored features.' }),
      byteSize: fact({ type: 'integer', description: 'The same as `dataSize`.' }),
      bbox: fact({
        type: 'array',
        items: { type: 'number' },
        description: 'West, south, east, north; empty if no feature has a geometry.',
      }),
      geometryTypes: fact({ type: 'array', items: { type: 'string' } }),
      properties: fact(
        entries({
          datatype: { enum: ['string', 'number', 'boolean', 'array', 'object', 'null'] },
          searchable: { type: 'boolean' },
          ...profile,
        }),
        { searchable: { const: 'ALL' } },
      ),
      tags: fact(entries({})),
      maxVersion: fact({
        type: 'integer',
        description: 'The latest version; where the space keeps its history.',
      }),
    },
    examples: [
      {
        type: 'StatisticsResponse',
        count: { value: 1204, estimated: false },
        dataSize: { value: 481600, estimated: false },
        byteSize: { value: 481600, estimated: false },
        bbox: { value: [-123.1, -41.3, 174.8, 64.1], estimated: false },
        geometryTypes: { value: ['Point'], estimated: false },
        properties: {
          value: [{ key: 'name', count: 1204, datatype: 'string', searchable: true }],
          estimated: false,
          searchable: 'ALL',
        },
        tags: { value: [{ key: 'capital', count: 195 }], estimated: false },
      },
    ],
  },
  HistoryStatistics: {
    type: 'object',
    description: 'How much history a space has.',
    required: ['type', 'count', 'byteSize', 'dataSize', 'maxVersion'],
    properties: {
      type: { const: 'HistoryStatisticsResponse' },
      count: fact({ type: 'integer', description: 'Number of changes of features.' }),
      byteSize: fact({
        type: 'integer',
        description: 'Bytes of the stored states of features, past and present.',
      }),
      dataSize: fact({ type: 'integer', description: 'The same as `byteSize`.' }),
      maxVersion: fact({ type: 'integer', description: 'The latest version.' }),
    },
    examples: [
      {
        type: 'HistoryStatisticsResponse',
        count: { value: 5120, estimated: false },
        byteSize: { value: 2048000, estimated: false },
        dataSize: { value: 2048000, estimated: false },
        maxVersion: { value: 12, estimated: false },
      },
    ],
  },
  TileJson: {
    type: 'object',
    description: 'TileJSON 3.0.0, as map libraries read it.',
    required: ['tilejson', 'tiles', 'vector_layers'],
    properties: {
      tilejson: { const: '3.0.0' },
      name: { type: 'string' },
      description: { type: 'string' },
      attribution: { type: 'string' },
      license: { type: 'string', description: 'The `license` of the space, where it has one.' },
      scheme: { const: 'xyz' },
      tiles: {
        type: 'array',
        items: { type: 'string', description: 'With {z}, {x} and {y} to be filled in.' },
      },
      minzoom: { type: 'integer' },
      maxzoom: { type: 'integer' },
      bounds: { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 },
      vector_layers: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'fields'],
          properties: {
            id: { type: 'string' },
            fields: { type: 'object', additionalProperties: { enum: ['String', 'Number', 'Boolean'] } },
          },
        },
      },
    },
    examples: [
      {
        tilejson: '3.0.0',
        name: 'Cities',
        scheme: 'xyz',
        tiles: ['https://hub.example.org/hub/spaces/cities/tile/web/{z}/{x}/{y}.mvt?mode=auto&v=7'],
        minzoom: 0,
        maxzoom: 20,
        bounds: [2.35, 48.86, 13.4, 52.52],
        vector_layers: [
          {
            id: 'cities',
            fields: { id: 'String', point_count: 'Number', name: 'String', population: 'Number' },
          },
        ],
      },
    ],
  },
  HubInformation: {
    type: 'object',
    description: 'Which service this is and how it fares.',
    required: ['schemaVersion', 'reporter', 'status'],
    properties: {
      schemaVersion: { type: 'string' },
      reporter: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          version: { type: 'string' },
          upSince: { type: 'integer', description: 'Milliseconds since 1970.' },
          endpoint: { type: 'string' },
        },
      },
      status: {
        type: 'object',
        properties: { result: { type: 'string' }, timestamp: { type: 'integer' } },
      },
    },
    examples: [
      {
        schemaVersion: '0.9',
        reporter: {
          name: 'Meridian',
          version: '0.1.0',
          upSince: 1700000000000,
          endpoint: 'http://127.0.0.1:8080',
        },
        status: { result: 'OK', timestamp: 1700000060000 },
      },
    ],
  },
};
