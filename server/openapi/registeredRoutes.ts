import type { FastifySchema, RouteOptions } from 'fastify';
import type { Access } from '../http/security/access.ts';

/** A route of the server that is described, as it was registered. */
export interface RegisteredRoute {
  method: string;
  url: string;
  access: Access;
  schema: FastifySchema;
}

/** Keeps what the document needs of a route; nothing of pages, which have no summary, nor of what Fastify adds. */
export function registeredRoutes({ method, url, schema, config }: RouteOptions): RegisteredRoute[] {
  if (schema?.summary === undefined) return [];
  const methods = [method].flat().filter((one) => one !== 'HEAD' && one !== 'OPTIONS');
  return methods.map((one) => ({ method: one, url, schema, access: config?.access ?? 'public' }));
}
