import type { FastifyRequest } from 'fastify';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { PINGS } from '#contract/admin/limits.ts';
import { PingPayload } from '#contract/nodes/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { pingOf } from '#domain/nodes/ping.ts';
import { isRecord } from '#domain/records.ts';
import { credentialError } from '#server/core/access/authorisation.ts';
import type { Credentials } from '#server/core/access/credentials.ts';
import type { FailedAttemptLimit } from '#server/core/access/failedAttemptLimit.ts';
import type { Installation } from '#server/core/db/installation.ts';
import { UserError } from '#server/core/errors.ts';
import { done, errorWhen } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { Turns } from './turns.ts';
import type { NodeReports } from '../registry/nodeReports.ts';
import { REFUSED_REPORTS } from '../registry/nodeOwners.ts';
import { nodeReference, PAYLOAD_RULES } from '../socket/reporterEvents.ts';

interface PingServices {
  credentials: Pick<Credentials, 'ofKey' | 'codeOfKey'>;
  failedAttemptLimit: FailedAttemptLimit;
  installation: Pick<Installation, 'id'>;
  reports: Pick<NodeReports, 'mayReport' | 'heartbeat'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

type Params = Record<'nodeKey' | 'nodeId', string>;

const NOT_A_DEVICE = 'This is no key of a device: make one with `key create NAME --node`';
const TOO_OFTEN = `A node may be pinged ${PINGS.perSecond} times a second`;
const FORM = 'application/x-www-form-urlencoded';

const params = pathParams(ADMIN_PATTERNS.ping, { nodeKey: EXAMPLES.nodeKey, nodeId: EXAMPLES.nodeId });
const response = {
  204: done('It counts as a heartbeat of the node'),
  400: errorWhen('A value is not as described'),
  401: errorWhen('The key is revoked, or the server does not know it'),
  403: errorWhen('It is no key of a device'),
  409: errorWhen('The node belongs to another key, which reported it first'),
  429: errorWhen('Too many wrong keys from this address, too many pings of this node, or too many nodes'),
};
const tags = ['Nodes'];
const description = `For whatever can call an address: a script, a microcontroller, a button. The fields may be in the query, or in the
body as JSON or as a form; all may be left out.`;
const querySchema = {
  tags,
  summary: 'A heartbeat of a device',
  description,
  params,
  querystring: PingPayload,
  response,
};
const bodySchema = {
  tags,
  summary: 'A heartbeat of a device, with a body',
  description,
  params,
  body: PingPayload,
  response,
};

/**
 * A heartbeat, and perhaps a value, by one call. The key is in the path, because some devices can be given nothing but
 * an address.
 */
export async function registerPingRoutes(app: TypedApp, services: PingServices): Promise<void> {
  // In a separate scope, because no other call takes a form.
  await app.register(async (scope: TypedApp) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, fieldsOf(new URLSearchParams(String(body)))),
    );
    const turns = new Turns({ most: PINGS.perSecond, withinMs: 1_000, now: services.now });
    const handler = async (request: FastifyRequest<{ Params: Params }>, reply: { status(code: 204): unknown }) => {
      await takePing(request, { ...services, turns });
      reply.status(204);
    };
    // `pingOf` checks the fields, which come as texts or as JSON: its messages say what to send.
    const config = { access: 'public', whileHeld: true } as const;
    const options = { config, validatorCompiler: () => () => true, handler } as const;
    scope.get(ADMIN_PATTERNS.ping, { ...options, schema: querySchema });
    scope.post(ADMIN_PATTERNS.ping, { ...options, schema: bodySchema });
  });
}

/** A field that comes twice is a list, as in a query. */
function fieldsOf(form: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    Array.from(form.keys(), (name) => [name, form.getAll(name).length === 1 ? form.get(name) : form.getAll(name)]),
  );
}

async function takePing(
  request: FastifyRequest<{ Params: Params }>,
  services: PingServices & { turns: Turns },
): Promise<void> {
  const { nodeKey, nodeId } = request.params;
  const principal = await services.credentials.ofKey(nodeKey);
  if (!principal) throw await credentialError({ key: nodeKey }, { request, services });
  if (principal.use !== 'node') throw new UserError(403, NOT_A_DEVICE);
  if (!nodeReference({ nodeId })) throw new UserError(400, PAYLOAD_RULES.node);
  if (request.body !== undefined && request.body !== null && !isRecord(request.body)) {
    throw new UserError(400, 'The body must be a form or a JSON object');
  }
  const ping = pingOf({ ...Object(request.query), ...Object(request.body) });
  if (typeof ping === 'string') throw new UserError(400, ping);
  const { keyId } = principal;
  const claim = await services.reports.mayReport(nodeId, keyId);
  if (claim === 'of-another-key') throw new UserError(409, REFUSED_REPORTS[claim]);
  // After the claim: another node's key must use up none of this node's turns.
  if (!services.turns.take(nodeId)) throw new UserError(429, TOO_OFTEN);
  if (claim === 'no-room' || !services.reports.heartbeat({ nodeId, ping }, keyId)) {
    throw new UserError(429, REFUSED_REPORTS['no-room']);
  }
}
