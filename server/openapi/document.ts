import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { SHARE_KEY_HEADER } from '#contract/shares.ts';
import { VERSION } from '../settings/version.ts';
import { operationOf } from './operation.ts';
import type { RegisteredRoute } from './registeredRoutes.ts';

/** The groups of calls, in their order; each route names its group. */
const GROUPS: Record<string, string> = {
  Albums: 'Albums as a tree, and the photos in them.',
  Photos: 'Uploading, changing and finding photos, and their images.',
  Trash: 'What was deleted stays there for a while.',
  Tablets: 'The screens on the wall: as admins see them, and what a screen itself asks with its key.',
  Nodes: 'One node and its history. The statuses of all nodes come over the socket.',
  Alerts: 'When a silent node is told of, and where. Passwords and tokens are never in a response.',
  'Signing in and people': 'Sessions, accounts and who did what.',
  Links: 'Links that sign people in or invite them, and keys that show one album to visitors.',
  'Passkeys and set-up': 'Signing in without Apple, and the first admin of a new server.',
  'The server': 'How it is, and what it says about itself.',
};

const ABOUT = `Calls of people carry \`Authorization: Bearer <token>\`, those of kiosks and devices \`X-API-Key: <key>\`.
Bodies are JSON both ways, and an error is \`{ "message": "a sentence" }\`. A page of a browser also sends the cookie
\`XSRF-TOKEN\` back as the header \`X-XSRF-TOKEN\` with every write; scripts and devices need not.`;

/**
 * Makes the OpenAPI document of these routes from their own schemas. The routes are registered once more, on a server of
 * their own that never listens, so that describing them changes nothing about how they are served.
 */
export async function describeCalls(routes: readonly RegisteredRoute[]): Promise<object> {
  const schemas = {};
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Circuit Tree', version: VERSION, description: ABOUT },
      servers: [{ url: '/', description: 'This server' }],
      tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
      components: {
        schemas,
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
    app.route({ method, url, schema: operationOf(route, schemas), handler: async () => undefined });
  }
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}
