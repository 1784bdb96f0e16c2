import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { json } from '../http/responses.ts';
import type { TypedApp } from '../http/typedApp.ts';
import { asyncApiDocument } from './asyncApi.ts';
import { prepareResponse, type PreparedResponse, sendPrepared } from '../http/preparedResponse.ts';
import type { RegisteredRoute } from './registeredRoutes.ts';

const anyObject = (version: object, $id: string) =>
  Type.Object({}, { $id, additionalProperties: true, examples: [version] });
const tags = ['The server'];
const openApiSchema = {
  tags,
  summary: 'This document',
  response: { 200: json('OpenAPI 3.1', anyObject({ openapi: '3.1.0' }, 'OpenApi')) },
};
const asyncApiSchema = {
  tags,
  summary: "The socket's events",
  response: { 200: json('AsyncAPI 3.0', anyObject({ asyncapi: '3.0.0' }, 'AsyncApi')) },
};

/**
 * The descriptions of the calls and of the socket's events. They hold nothing of the installation, so they are public.
 */
export function registerOpenApiRoutes(app: TypedApp, routes: readonly RegisteredRoute[]): void {
  const options = { config: { access: 'public' as const } };
  let made: Promise<PreparedResponse> | undefined;
  // Made at the first request: most servers are never asked, and need not load the generator.
  app.get(ADMIN_PATTERNS.openApi, { ...options, schema: openApiSchema }, async (request, reply) => {
    made ??= describe(routes);
    return sendPrepared(await made, request, reply);
  });
  app.get(ADMIN_PATTERNS.asyncApi, { ...options, schema: asyncApiSchema }, async () => asyncApiDocument());
}

async function describe(routes: readonly RegisteredRoute[]): Promise<PreparedResponse> {
  const { describeCalls } = await import('./document.ts');
  return prepareResponse(JSON.stringify(await describeCalls(routes)));
}
