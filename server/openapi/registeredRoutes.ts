import type { FastifySchema, RouteOptions } from 'fastify';
import type { Access } from '../http/security/access.ts';

/** A route of the server that is described, as it was registered. */
export interface RegisteredRoute {
  method: string;
  url: string;
  access: Access;
  schema: FastifySchema;
}

/**
 * Stores the parts of a route that the document needs; leaves out pages, which have no summary, and routes that Fastify
 * adds.
 */
export function registeredRoutes({ method, url, schema, config }: RouteOptions): RegisteredRoute[] {
  if (schema?.summary === undefined) return [];
  const methods = [method].flat().filter((one) => one !== 'HEAD' && one !== 'OPTIONS');
  return methods.map((one) => ({ method: one, url, schema, access: config?.access ?? 'public' }));
}
