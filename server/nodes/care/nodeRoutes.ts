import { Type } from '@fastify/type-provider-typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { type NodeMark, SILENT_MINUTES } from '#contract/admin/alerts.ts';
import {
  HISTORY_SPANS,
  NODE_NOTES_MAX_CHARACTERS,
  type NodeDetails,
  type NodeHistory,
} from '#contract/admin/nodePage.ts';
import { historyFrom } from '#domain/nodes/historySteps.ts';
import { askedBy } from '../../audit/auditEvent.ts';
import type { AuditLog } from '../../audit/auditLog.ts';
import { UserError } from '../../errors.ts';
import { ADMINS, SIGNED_IN } from '../../http/security/access.ts';
import { pathParams, type TypedApp } from '../../http/typedApp.ts';
import { type SampleBook, SERVER_ITSELF } from '../history/sampleBook.ts';
import type { SampleRepository } from '../history/sampleRepository.ts';
import type { NodeReports } from '../registry/nodeReports.ts';
import type { NodeRegistry } from '../registry/nodeRegistry.ts';
import type { NodeRepository } from '../registry/nodeRepository.ts';
import type { NodeCareRepository } from './nodeCareRepository.ts';

interface NodeRouteOptions {
  registry: NodeRegistry;
  reports: Pick<NodeReports, 'forget' | 'release' | 'refusedKey'>;
  book: SampleBook;
  samples: SampleRepository;
  nodes: Pick<NodeRepository, 'remove' | 'release'>;
  nodeCare: NodeCareRepository;
  audit: Pick<AuditLog, 'record'>;
  now: () => number;
}

const params = pathParams(ADMIN_PATTERNS.node);
const querystring = Type.Object({ span: Type.Union(HISTORY_SPANS.map((span) => Type.Literal(span))) });
const minutes = Type.Integer({ minimum: 0, maximum: SILENT_MINUTES.most });
const changes = Type.Partial(
  Type.Object({
    notes: Type.String({ maxLength: NODE_NOTES_MAX_CHARACTERS }),
    alertAfterMinutes: Type.Union([minutes, Type.Null()]),
    isMuted: Type.Boolean(),
    isAcknowledged: Type.Boolean(),
  }),
);

/** One node: everybody who sees the table sees its page; admins write notes and forget it. */
export function registerNodeRoutes(app: TypedApp, options: NodeRouteOptions): void {
  const { registry, reports, nodes, nodeCare, audit } = options;
  const reading = { config: { access: SIGNED_IN } };
  const writing = { config: { access: ADMINS } };

  app.get(ADMIN_PATTERNS.nodeMarks, reading, async (): Promise<NodeMark[]> => {
    const marked: NodeMark[] = [];
    for (const [nodeId, { isMuted, isTold, isAcknowledged }] of await nodeCare.all()) {
      const isThere = registry.find(nodeId) !== undefined;
      if (isThere && (isMuted || isTold)) marked.push({ nodeId, isMuted, isTold, isAcknowledged });
    }
    return marked;
  });

  app.get(ADMIN_PATTERNS.node, { ...reading, schema: { params } }, (request) => detailsOf(request.params.id, options));

  app.get(ADMIN_PATTERNS.nodeHistory, { ...reading, schema: { params, querystring } }, (request) => {
    existing(registry, request.params.id);
    return historyOf(request.params.id, request.query.span, options);
  });

  app.patch(ADMIN_PATTERNS.node, { ...writing, schema: { params, body: changes } }, async (request) => {
    const { id } = request.params;
    existing(registry, id);
    await nodeCare.change(id, request.body);
    return detailsOf(id, options);
  });

  app.post(ADMIN_PATTERNS.releaseNode, { ...writing, schema: { params } }, async (request) => {
    const { id } = request.params;
    existing(registry, id);
    reports.release(id);
    await nodes.release(id);
    audit.record({ action: 'node-released', ...askedBy(request), what: id });
    return detailsOf(id, options);
  });

  app.delete(ADMIN_PATTERNS.node, { ...writing, schema: { params } }, async (request, reply) => {
    const { id } = request.params;
    existing(registry, id);
    reports.forget([id]);
    await nodes.remove(id);
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

async function detailsOf(nodeId: string, { registry, reports, nodeCare }: NodeRouteOptions): Promise<NodeDetails> {
  existing(registry, nodeId);
  const { firstSeen, ...facts } = await nodeCare.facts(nodeId);
  const refusedKey = await reports.refusedKey(nodeId);
  const { lastHeartbeat, ageMs, brightness } = existing(registry, nodeId);
  return {
    nodeId,
    firstSeenAt: isoTime(firstSeen),
    lastHeartbeat: isoTime(lastHeartbeat),
    durationSinceLastMs: ageMs,
    brightness,
    refusedKey,
    ...facts,
  };
}

function isoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

async function historyOf(
  nodeId: string,
  span: NodeHistory['span'],
  { samples, book, nodeCare, now }: NodeRouteOptions,
): Promise<NodeHistory> {
  const at = now();
  book.turn(at);
  const stored = async (id: string) => {
    const found = await samples.read(id, span, at);
    const tallies = new Map(found.map((sample) => [sample.stretch, sample]));
    const { five, hour } = book.open(id);
    const open = span === 'day' ? five : hour;
    if (open) tallies.set(open.stretch, open);
    return tallies;
  };
  const { firstSeen } = await nodeCare.facts(nodeId);
  return historyFrom({ node: await stored(nodeId), server: await stored(SERVER_ITSELF), firstSeen }, span, at);
}
