import { Type } from '@fastify/type-provider-typebox';
import { type CallGroup, jsonOf } from '../callDescription.ts';
import { SERVER_SCHEMAS } from '../schemas/serverSchemas.ts';

const document = { schema: Type.Object({}, { additionalProperties: true }) };

export const SERVER_CALLS: CallGroup = {
  name: 'The server',
  about: 'How it is, and what it says about itself.',
  calls: {
    'GET /health': {
      summary: 'Whether the process responds',
      success: jsonOf('It does', {
        name: 'Health',
        schema: Type.Object({ status: Type.Literal('ok') }),
        example: { status: 'ok' },
      }),
    },
    'GET /health/ready': {
      summary: 'Whether all is well',
      success: jsonOf('All is well', SERVER_SCHEMAS.readiness),
      errors: { 503: { when: 'Something is wrong: see the reasons', schema: SERVER_SCHEMAS.readiness } },
    },
    'GET /installation': {
      summary: 'Which installation this is',
      success: jsonOf('Its id, age and folder', SERVER_SCHEMAS.installation),
    },
    'GET /installation/status': {
      summary: 'How the server is, with details',
      success: jsonOf('Reasons and the last backup', SERVER_SCHEMAS.serverStatus),
    },
    'GET /overview': {
      summary: "The start page's numbers",
      success: jsonOf('What this person may see', SERVER_SCHEMAS.overview),
    },
    'GET /metrics': {
      summary: 'Numbers for Prometheus',
      details: 'With METRICS_TOKEN for who sends it as a bearer token; without it for programs on this machine.',
      success: { status: 200, is: "Prometheus' text format", mediaType: 'text/plain' },
      errors: { 401: 'The token is wrong', 429: 'Too many wrong tokens' },
    },
    'GET /environment.js': {
      summary: 'The settings of the app',
      success: { status: 200, is: 'A script', mediaType: 'text/javascript' },
    },
    'GET /openapi.json': {
      summary: 'This document',
      success: jsonOf('OpenAPI 3.1', { ...document, name: 'OpenApi', example: { openapi: '3.1.0' } }),
    },
    'GET /asyncapi.json': {
      summary: "The socket's events",
      success: jsonOf('AsyncAPI 3.0', { ...document, name: 'AsyncApi', example: { asyncapi: '3.0.0' } }),
    },
  },
};
