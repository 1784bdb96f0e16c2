import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { BrokerNodes, ForgottenBrokerNodes } from '#contract/nodes/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { json } from '#server/core/http/responses.ts';
import { ADMINS, SIGNED_IN } from '#server/core/access/access.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { NODES } from '#server/core/limits.ts';
import type { NodeRegistry } from '../nodes/registry/nodeRegistry.ts';
import type { NodeReports } from '../nodes/registry/nodeReports.ts';
import type { NodeRepository } from '../nodes/registry/nodeRepository.ts';
import type { BrokerPings } from './brokerPings.ts';

interface Services {
  registry: Pick<NodeRegistry, 'countOfBroker' | 'idsOfBroker'>;
  reports: Pick<NodeReports, 'remove'>;
  nodes: Pick<NodeRepository, 'remove'>;
  brokerPings: Pick<BrokerPings, 'dropped'>;
  audit: Pick<AuditLog, 'record'>;
}

const tags = ['Nodes'];
const countSchema = {
  tags,
  summary: 'How many nodes came by MQTT',
  description: 'They belong to no key. A key that reports one takes it, and it counts no more.',
  response: { 200: json('The number, its bound, and what was dropped', BrokerNodes) },
};
const removalSchema = {
  tags,
  summary: 'Forget all nodes that came by MQTT',
  description:
    'Those that belong to no key, with their history and notes, and their devices of Home Assistant. One that is still ' +
    'pinged appears anew.',
  response: { 200: json('How many there were', ForgottenBrokerNodes) },
};

/** The calls about nodes of the MQTT broker. They remain when there is no broker any more, since its nodes do. */
export function registerBrokerNodeRoutes(app: TypedApp, services: Services): void {
  const { registry, reports, nodes, brokerPings, audit } = services;

  app.get(
    ADMIN_PATTERNS.brokerNodes,
    { config: { access: SIGNED_IN, scope: 'no albums' as const }, schema: countSchema },
    () => ({
      count: registry.countOfBroker,
      most: NODES.ofBroker.most,
      dropped: brokerPings.dropped,
    }),
  );

  app.delete(ADMIN_PATTERNS.brokerNodes, { config: { access: ADMINS }, schema: removalSchema }, async (request) => {
    const nodeIds = registry.idsOfBroker();
    await reports.remove(nodeIds, () => nodes.remove(nodeIds));
    const what = `${countOf(nodeIds.length, 'node')} that came by MQTT`;
    if (nodeIds.length > 0) audit.record({ action: 'removed', ...askedBy(request), what });
    return { forgotten: nodeIds.length };
  });
}
