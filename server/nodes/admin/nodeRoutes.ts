import { isoTime } from '#domain/clock/isoTime.ts';
import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { HISTORY_SPANS } from '#contract/admin/limits.ts';
import { EXAMPLES, oneOf } from '#contract/schemas.ts';
import { NodeChangesPayload, NodeDetails, NodeHistory, NodeMark } from '#contract/nodes/schemas.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { ADMINS, SIGNED_IN } from '#server/core/access/access.ts';
import { done, errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { NodeHistories } from '../registry/nodeHistories.ts';
import type { NodeReports } from '../registry/nodeReports.ts';
import type { NodeRegistry } from '../registry/nodeRegistry.ts';
import type { NodeRepository } from '../registry/nodeRepository.ts';
import type { NodeAdminRepository } from './nodeAdminRepository.ts';

interface NodeRouteOptions {
  registry: NodeRegistry;
  reports: Pick<NodeReports, 'remove' | 'release' | 'refusedKey'>;
  histories: Pick<NodeHistories, 'chart'>;
  nodes: Pick<NodeRepository, 'remove' | 'release'>;
  nodeAdmin: NodeAdminRepository;
  audit: Pick<AuditLog, 'record'>;
  now: () => number;
}

const tags = ['Nodes'];
const examples = { id: EXAMPLES.nodeId };
const params = pathParams(ADMIN_PATTERNS.node, examples);
const NO_NODE = errorWhen('There is no such node');
const CROSSED_LIMITS = 'The lower limit must be below the upper one';
const asItIs = { 200: json('The node as it is now', NodeDetails), 404: NO_NODE };
const marksSchema = {
  tags,
  summary:
    'Nodes that are muted or acknowledged, that an alert was sent about, or whose last ping said that something failed',
  response: { 200: json('Those nodes', Type.Array(NodeMark)) },
};
const nodeSchema = {
  tags,
  summary: 'One node',
  params,
  response: { 200: json('The node', NodeDetails), 404: NO_NODE },
};
const historySchema = {
  tags,
  summary: 'What a node did in a day, a month or a year',
  description: 'Lists with one entry for each step, oldest first, the last of which ends at `until`.',
  params: pathParams(ADMIN_PATTERNS.nodeHistory, examples),
  querystring: Type.Object({ span: oneOf(HISTORY_SPANS, { examples: ['day'] }) }),
  response: { 200: json('The history', NodeHistory), 404: NO_NODE },
};
const changeSchema = {
  tags,
  summary: 'Write notes about a node, mute it, acknowledge its silence',
  description: 'Fields that are absent stay as they are.',
  params,
  body: NodeChangesPayload,
  response: asItIs,
};
const releaseSchema = {
  tags,
  summary: 'Release a node from its key',
  description: 'A node belongs to the key that reported it first. Released, it belongs to the one that reports next.',
  params: pathParams(ADMIN_PATTERNS.releaseNode, examples),
  response: asItIs,
};
const removalSchema = {
  tags,
  summary: 'Forget a node',
  description: 'With its history and notes. It appears anew when it reports again.',
  params,
  response: { 204: done(), 404: NO_NODE },
};

/** The calls of one node: everybody who sees the table sees its page; admins write notes and forget it. */
export function registerNodeRoutes(app: TypedApp, options: NodeRouteOptions): void {
  const { registry, reports, histories, nodes, nodeAdmin, audit } = options;
  const reading = { config: { access: SIGNED_IN, scope: 'no albums' as const } };
  const writing = { config: { access: ADMINS } };

  app.get(ADMIN_PATTERNS.nodeMarks, { ...reading, schema: marksSchema }, async (): Promise<NodeMark[]> => {
    const failing = new Set(registry.failing());
    const noted = await nodeAdmin.all();
    return [...new Set([...noted.keys(), ...failing])].flatMap((nodeId) => {
      const { isMuted = false, isTold = false, isAcknowledged = false } = noted.get(nodeId) ?? {};
      const isFailing = failing.has(nodeId);
      const isMarked = registry.find(nodeId) !== undefined && (isMuted || isTold || isFailing);
      return isMarked ? [{ nodeId, isMuted, isTold, isAcknowledged, isFailing }] : [];
    });
  });

  app.get(ADMIN_PATTERNS.node, { ...reading, schema: nodeSchema }, (request) => detailsOf(request.params.id, options));

  app.get(ADMIN_PATTERNS.nodeHistory, { ...reading, schema: historySchema }, (request) => {
    existing(registry, request.params.id);
    return histories.chart(request.params.id, request.query.span);
  });

  app.patch(ADMIN_PATTERNS.node, { ...writing, schema: changeSchema }, async (request) => {
    const { id } = request.params;
    existing(registry, id);
    const { above = null, below = null } = request.body.limits ?? {};
    if (above !== null && below !== null && below >= above) throw new UserError(400, CROSSED_LIMITS);
    await nodeAdmin.change(id, request.body);
    return detailsOf(id, options);
  });

  app.post(ADMIN_PATTERNS.releaseNode, { ...writing, schema: releaseSchema }, async (request) => {
    const { id } = request.params;
    existing(registry, id);
    reports.release(id);
    await nodes.release(id);
    audit.record({ action: 'node-released', ...askedBy(request), what: id });
    return detailsOf(id, options);
  });

  app.delete(ADMIN_PATTERNS.node, { ...writing, schema: removalSchema }, async (request, reply) => {
    const { id } = request.params;
    existing(registry, id);
    await reports.remove([id], () => nodes.remove([id]));
    audit.record({ action: 'removed', ...askedBy(request), what: `node ${id}` });
    return reply.status(204).send();
  });
}

function existing(registry: NodeRegistry, nodeId: string): NonNullable<ReturnType<NodeRegistry['find']>> {
  const node = registry.find(nodeId);
  if (!node)
    throw new UserError(404, 'There is no node with this ID. One that was forgotten appears again when it reports');
  return node;
}

async function detailsOf(nodeId: string, { registry, reports, nodeAdmin }: NodeRouteOptions): Promise<NodeDetails> {
  const { keyId } = existing(registry, nodeId);
  const { firstSeen, ...facts } = await nodeAdmin.facts(nodeId, keyId);
  const refusedKey = await reports.refusedKey(nodeId);
  const { lastHeartbeat, ageMs, brightness, said } = existing(registry, nodeId);
  return {
    nodeId,
    firstSeenAt: isoTime(firstSeen),
    lastHeartbeat: isoTime(lastHeartbeat),
    durationSinceLastMs: ageMs,
    brightness,
    unit: said?.unit ?? null,
    text: said?.text ?? null,
    isFailing: said?.isFailing ?? false,
    refusedKey,
    ...facts,
  };
}
