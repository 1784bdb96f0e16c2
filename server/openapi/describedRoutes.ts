import type { RouteOptions } from 'fastify';
import type { Access } from '../http/security/access.ts';
import type { CallDescription } from './callDescription.ts';

/** A route of the server, as it was registered. */
export type RegisteredRoute = Pick<RouteOptions, 'url' | 'schema'> & {
  method: string;
  access: Access;
};

export interface DescribedRoute extends RegisteredRoute {
  group: string;
  description: CallDescription;
}

interface Groups {
  name: string;
  calls: Record<string, CallDescription>;
}

/** Keeps what the document needs of each route; one per method, without those that browsers or Fastify add. */
export function registeredRoutes(route: RouteOptions): RegisteredRoute[] {
  const { url, schema, config } = route;
  const methods = [route.method].flat().filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
  const access = config?.access ?? 'public';
  return methods.map((method) => (schema ? { method, url, access, schema } : { method, url, access }));
}

/** The routes that are described; the pages of the app are not. */
export function describedRoutes(routes: readonly RegisteredRoute[], groups: readonly Groups[]): DescribedRoute[] {
  return groups.flatMap(({ name: group, calls }) =>
    Object.entries(calls).flatMap(([key, description]) => {
      // In production the development sign-ins are not there.
      const route = routes.find(({ method, url }) => `${method} ${url}` === key);
      return route ? [{ ...route, group, description }] : [];
    }),
  );
}
