import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { json } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { prepareResponse, type PreparedResponse, sendPrepared } from '#server/core/http/preparedResponse.ts';

const OpenApi = Type.Object({}, { $id: 'OpenApi', additionalProperties: true, examples: [{ openapi: '3.1.0' }] });
const schema = {
  tags: ['The server'],
  summary: 'This document',
  response: { 200: json('OpenAPI 3.1', OpenApi) },
};

/** The description of the calls. It holds nothing of the installation, so it is public. */
export function registerOpenApiRoute(app: TypedApp, describe: () => object): void {
  let made: PreparedResponse | undefined;
  // Made at the first request, since most servers are never asked.
  app.get(ADMIN_PATTERNS.openApi, { config: { access: 'public' }, schema }, async (request, reply) => {
    made ??= prepareResponse(JSON.stringify(describe()));
    return sendPrepared(made, request, reply);
  });
}
