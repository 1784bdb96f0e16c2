import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { SHARE_KEY_HEADER } from '#contract/shares.ts';
import { isRecord } from '#domain/records.ts';
import type { CallGroup } from './callDescription.ts';
import { ACCOUNT_CALLS } from './calls/accountCalls.ts';
import { SIGN_IN_CALLS } from './calls/signInCalls.ts';
import { ALBUM_CALLS } from './calls/albumCalls.ts';
import { LINK_CALLS } from './calls/linkCalls.ts';
import { ALERT_CALLS, NODE_CALLS } from './calls/nodeCalls.ts';
import { PHOTO_CALLS } from './calls/photoCalls.ts';
import { SERVER_CALLS } from './calls/serverCalls.ts';
import { TABLET_CALLS } from './calls/tabletCalls.ts';
import { TRASH_CALLS } from './calls/trashCalls.ts';
import { type DescribedRoute, describedRoutes, type RegisteredRoute } from './describedRoutes.ts';
import { responsesOf } from './responses.ts';
import { schemaForDocument } from './schemaForDocument.ts';
import { ACCOUNT_SCHEMAS } from './schemas/accountSchemas.ts';
import { NODE_SCHEMAS } from './schemas/nodeSchemas.ts';
import { LINK_SCHEMAS } from './schemas/linkSchemas.ts';
import { PHOTO_SCHEMAS } from './schemas/photoSchemas.ts';
import { SERVER_SCHEMAS } from './schemas/serverSchemas.ts';
import { TABLET_SCHEMAS } from './schemas/tabletSchemas.ts';
import { withExamples } from './withExamples.ts';

/** Every call of the API; a test holds them against the routes. */
export const GROUPS: readonly CallGroup[] = [
  ALBUM_CALLS,
  PHOTO_CALLS,
  TRASH_CALLS,
  TABLET_CALLS,
  NODE_CALLS,
  ALERT_CALLS,
  ACCOUNT_CALLS,
  LINK_CALLS,
  SIGN_IN_CALLS,
  SERVER_CALLS,
];

/** The schemas that others refer to by name. */
const NAMED = [ACCOUNT_SCHEMAS, LINK_SCHEMAS, PHOTO_SCHEMAS, SERVER_SCHEMAS, TABLET_SCHEMAS, NODE_SCHEMAS].flatMap(
  (schemas) => Object.values<{ name: string; schema: object }>(schemas),
);

const ABOUT = `Calls of people carry \`Authorization: Bearer <token>\`, those of kiosks and devices \`X-API-Key: <key>\`.
Bodies are JSON both ways, and an error is \`{ "message": "a sentence" }\`. A page of a browser also sends the cookie
\`XSRF-TOKEN\` back as the header \`X-XSRF-TOKEN\` with every write; scripts and devices need not.`;

/**
 * Makes the OpenAPI document of these routes: parameters and bodies from the very schemas that validate them, the rest
 * from the descriptions. The routes are registered once more, on a server of their own that never listens, so that
 * describing them changes nothing about how they are served.
 */
export async function describeCalls(registered: readonly RegisteredRoute[]): Promise<Record<string, unknown>> {
  const routes = describedRoutes(registered, GROUPS);
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Circuit Tree', version: '1.0.0', description: ABOUT },
      servers: [{ url: '/', description: 'This server' }],
      tags: GROUPS.map(({ name, about }) => ({ name, description: about })),
      components: {
        securitySchemes: {
          person: { type: 'http', scheme: 'bearer', description: "A signed-in person's token" },
          key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: "A kiosk's key" },
          share: { type: 'apiKey', in: 'header', name: SHARE_KEY_HEADER, description: "The key of a visitor's link" },
        },
      },
    },
  });
  for (const route of routes) {
    const { method, url } = route;
    app.route({ method, url, schema: schemaForDocument(route), handler: async () => undefined });
  }
  await app.ready();
  const document: unknown = JSON.parse(JSON.stringify(app.swagger()));
  await app.close();
  if (!isRecord(document)) throw new Error('The description of the calls is no object');
  return completed(document, routes);
}

/** Adds what the routes do not know: responses with their schemas, and examples. */
function completed(document: Record<string, unknown>, routes: readonly DescribedRoute[]): Record<string, unknown> {
  const { paths, components } = document;
  const schemas: Record<string, unknown> = Object.fromEntries(NAMED.map(({ name, schema }) => [name, schema]));
  for (const route of routes) {
    const path = isRecord(paths) ? paths[route.url.replace(/:(\w+)/g, '{$1}')] : undefined;
    const operation = isRecord(path) ? path[route.method.toLowerCase()] : undefined;
    if (!isRecord(operation)) throw new Error(`The document lacks ${route.method} ${route.url}`);
    withExamples(operation, route.description);
    operation.responses = responsesOf(route, schemas);
  }
  return { ...document, components: { ...(isRecord(components) ? components : {}), schemas } };
}
