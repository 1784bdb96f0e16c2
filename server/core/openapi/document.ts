import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import { UPLOAD_FIELD } from '#contract/paths.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { isRecord, recordOf } from '#domain/records.ts';
import { errorWhen } from '#server/core/http/responses.ts';
import { plainSchema } from '#server/core/http/schemaCompilers.ts';
import type { Access } from '#server/core/access/access.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { VERSION } from '#server/core/settings/version.ts';

/** The groups of calls, in their order; each route names its group. */
const GROUPS: Record<string, string> = {
  Albums: 'Albums as a tree, and the photos in them.',
  Photos: 'Uploading, changing and finding photos, and their images.',
  Trash: 'What was deleted stays there for a while.',
  Tablets: 'The screens on the wall: as admins see them, and what a screen itself asks with its key.',
  Nodes: 'One node and its history. The statuses of all nodes come over the socket.',
  Alerts: 'When an alert about a silent node is sent, and where to. Passwords and tokens are never in a response.',
  'Signing in and people': 'Sessions, accounts and who did what.',
  Links: 'Links that sign people in or invite them, and keys that show one album to visitors.',
  'Passkeys and set-up': 'Signing in without Apple, and the first admin of a new server.',
  'The server': 'How it is, and what it says about itself.',
};

const ABOUT = `Calls of people carry \`Authorization: Bearer <token>\`, those of kiosks and devices \`X-API-Key: <key>\`.
Bodies are JSON both ways, and an error is \`{ "message": "a sentence" }\`. A page of a browser also sends the cookie
\`XSRF-TOKEN\` back as the header \`X-XSRF-TOKEN\` with every write; scripts and devices need not.`;

/**
 * Describes the routes that are registered from now on, by their own schemas. The returned function makes the OpenAPI
 * document, once the server is ready.
 */
export async function describeCalls(app: TypedApp): Promise<() => object> {
  const named: Named = {};
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Circuit Tree', version: VERSION, description: ABOUT },
      servers: [{ url: '/', description: 'This server' }],
      tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          person: { type: 'http', scheme: 'bearer', description: "A signed-in person's token" },
          key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: "A kiosk's key" },
          share: { type: 'apiKey', in: 'header', name: SHARE_KEY_HEADER, description: "The key of a visitor's link" },
        },
      },
    },
    transform: ({ route, url }) => ({ url, schema: isCall(route) ? operationOf(route, named) : { hide: true } }),
  });
  return () => {
    const document = recordOf(app.swagger());
    return { ...document, components: { ...recordOf(document.components), schemas: withoutConst(named) } };
  };
}

/** Says `const` as an `enum` of one value, as the generator does in the schemas of routes: more programs read that. */
function withoutConst(part: unknown): unknown {
  if (Array.isArray(part)) return part.map((one: unknown) => withoutConst(one));
  if (!isRecord(part)) return part;
  const { const: only, ...rest } = part;
  const fields = Object.entries(rest).map(([name, field]) => [name, withoutConst(field)]);
  return { ...Object.fromEntries(fields), ...(only !== undefined && { enum: [only] }) };
}

/** Pages have no summary. */
function isCall({ schema }: RouteOptions): boolean {
  return schema?.summary !== undefined;
}

type Named = Record<string, unknown>;

const KEYS: Record<string, string> = { kiosk: "a kiosk's key", node: "a device's key", share: "a visitor's link" };
const MULTIPART = 'multipart/form-data';
const MALFORMED = 'Parameters, query or body are not as described';
const NO_CREDENTIAL = 'There is no credential, or it is not valid (any more)';
const NOT_ALLOWED = 'The credential does not allow this';
const TOO_LARGE = 'The body is too large';
const TOO_MANY_GUESSES = 'Too many wrong keys or tokens from this address';
const WRONG_TYPE = 'The Content-Type is not that of the body that is described';
const ANY_TROUBLE =
  'The server lacks something (a full or busy disk), or something went wrong in it (5xx); or the address is too long (414)';

/**
 * The schema of a route as the document's generator takes it: plain, with who may make the call and with the errors that
 * calls have in common. Schemas that have a name are put into `named`.
 */
function operationOf(route: RouteOptions, named: Named): FastifySchema {
  const { url, config, schema = {} } = route;
  const access = config?.access ?? 'public';
  const method = String(route.method);
  const { summary, description, tags, params, querystring, headers, body } = schema;
  const isUpload = schema.consumes?.includes(MULTIPART) === true;
  const inputs = { params, querystring, headers, body: isUpload ? uploadForm() : body };
  const given = Object.entries(inputs).filter(([, part]) => part !== undefined);
  const responses = Object.entries({
    ...commonErrors({ access, schema, method }),
    ...Object(schema.response),
    default: errorWhen(ANY_TROUBLE),
  });
  return {
    ...(summary !== undefined && { summary }),
    description: [description, `Needs: ${needs(access)}.`].filter(Boolean).join('\n\n'),
    ...(tags && { tags }),
    // Such as `get_photos_albums_id_photos`.
    operationId: `${method.toLowerCase()}${url.replace(/[^\w]+/g, '_').replace(/_$/, '')}`,
    security: securityOf(access),
    ...(isUpload && { consumes: [MULTIPART] }),
    ...Object.fromEntries(given.map(([name, part]) => [name, plainSchema(part, named)])),
    response: Object.fromEntries(
      responses.map(([status, response]) => [status, plainResponse({ status, response }, named)]),
    ),
  };
}

/** Says who may make the call. */
function needs(access: Access): string {
  if (access === 'public') return 'nothing';
  const keys = access.keys.map((use) => KEYS[use] ?? use);
  if (access.permissions === null) return keys.join(' or ');
  const { permissions } = access;
  const people = permissions.length === 0 ? 'to be signed in' : `the permission ${permissions.join(' or ')}`;
  const alsoAdmin = permissions.length === 0 || permissions.includes('admin') ? '' : ' (or admin)';
  return [...keys, people + alsoAdmin].join(', or ');
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public') return [];
  const key = access.keys.some((use) => use !== 'share' && use !== 'guest') ? [{ key: [] }] : [];
  const share = access.keys.includes('share') ? [{ share: [] }] : [];
  return [...(access.permissions === null ? [] : [{ person: [] }]), ...key, ...share];
}

function uploadForm() {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return { type: 'object', properties: { [UPLOAD_FIELD]: { type: 'array', items: file } }, required: [UPLOAD_FIELD] };
}

interface Call {
  access: Access;
  schema: FastifySchema;
  method: string;
}

function commonErrors({ access, schema, method }: Call): Record<string, unknown> {
  const hasBody = schema.body !== undefined;
  const takesInput = hasBody || schema.querystring !== undefined || method === 'POST';
  return {
    ...(takesInput && { 400: errorWhen(MALFORMED) }),
    ...(access !== 'public' && { 401: errorWhen(NO_CREDENTIAL), 429: errorWhen(TOO_MANY_GUESSES) }),
    ...((access !== 'public' || method !== 'GET') && { 403: errorWhen(NOT_ALLOWED) }),
    ...(hasBody && { 413: errorWhen(TOO_LARGE), 415: errorWhen(WRONG_TYPE) }),
  };
}

function plainResponse({ status, response }: { status: string; response: unknown }, named: Named): unknown {
  if (!isRecord(response)) return response;
  const { description } = response;
  if (!isRecord(response.content)) return { description, type: 'null' };
  const content = Object.entries(response.content).map(([mediaType, part]) => {
    const schema: unknown = isRecord(part) ? part.schema : undefined;
    const example = status.startsWith('2') ? exampleOf(schema) : errorExample(schema, description);
    return [mediaType, { schema: plainSchema(schema, named), ...(example !== undefined && { example }) }];
  });
  return { description, content: Object.fromEntries(content) };
}

function errorExample(schema: unknown, message: unknown): unknown {
  return isRecord(schema) && schema.$id === 'Error' ? { message } : undefined;
}

/** The first example of a schema; of a list, one with an example of its entries. */
function exampleOf(schema: unknown): unknown {
  if (!isRecord(schema)) return undefined;
  const { examples = [], anyOf = [] } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (Array.isArray(anyOf) && anyOf.length > 0) return exampleOf(anyOf[0]);
  const entry = schema.type === 'array' ? exampleOf(schema.items) : undefined;
  return entry === undefined ? undefined : [entry];
}
