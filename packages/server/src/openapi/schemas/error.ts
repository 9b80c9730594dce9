import type { Schema } from '../../http/operation.ts';

const streamId: Schema = {
  type: 'string',
  description: 'Identifies the request; also in the header Stream-Id and in the log.',
};

export const errorSchemas: Record<string, Schema> = {
  ErrorResponse: {
    type: 'object',
    description: 'What went wrong, and what would be right.',
    required: ['type', 'error', 'errorMessage', 'streamId'],
    properties: {
      type: { const: 'ErrorResponse' },
      error: {
        enum: ['IllegalArgument', 'Exception', 'BadGateway', 'Timeout'],
        description: 'Class of the error.',
      },
      errorMessage: { type: 'string', description: 'In words, naming the culprit.' },
      streamId,
    },
    examples: [
      {
        type: 'ErrorResponse',
        error: 'Exception',
        errorMessage: 'The requested resource does not exist.',
        streamId: '7f2c9a41',
      },
    ],
  },
  NotSignedIn: {
    type: 'object',
    description: 'The response of the token and account interfaces to those who are not signed in.',
    required: ['message'],
    properties: { message: { const: 'Unauthorized' } },
    examples: [{ message: 'Unauthorized' }],
  },
  RequestError: {
    type: 'object',
    description:
      'The form of errors noticed before a resource is looked at: no valid token, or no such route.',
    required: ['type', 'statusCode', 'reasonPhrase', 'message', 'streamId'],
    properties: {
      type: { const: 'error' },
      statusCode: { type: 'integer' },
      reasonPhrase: { type: 'string' },
      message: { type: 'string' },
      streamId,
    },
    examples: [
      {
        type: 'error',
        statusCode: 401,
        reasonPhrase: 'Unauthorized',
        message: 'A bearer token is needed.',
        streamId: '7f2c9a41',
      },
    ],
  },
};
