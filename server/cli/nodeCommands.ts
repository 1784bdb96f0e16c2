import { heartbeatAge } from '../../src/domain/nodes/heartbeatAge.ts';
import { inColumns } from './columns.ts';
import type { Command } from './command.ts';
import { UserError } from '../errors.ts';
import { nodeRepository } from '../nodes/registry/nodeRepository.ts';
import { nodeReference, PAYLOAD_RULES } from '../nodes/socket/payloads.ts';

export const NODE_COMMANDS: Command[] = [
  {
    name: 'node list',
    parameters: '',
    does: 'lists the nodes and when each was heard last',
    words: 0,
    run: async (_call, { dependencies, print }) => {
      const { nodes } = await nodeRepository(dependencies.db).load();
      const now = dependencies.now();
      const rows = nodes
        .map(({ nodeId, lastHeartbeat }) => [nodeId, heartbeatAge(lastHeartbeat === null ? null : now - lastHeartbeat)])
        .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
      for (const line of inColumns([['NODE', 'HEARD'], ...rows])) print(line);
    },
  },
  {
    name: 'node add',
    parameters: 'ID',
    does: 'expects a node, so that it is missed if it never reports',
    words: 1,
    run: async ({ words }, { dependencies }) => {
      const nodeId = nodeIdFrom(words);
      const added = await nodeRepository(dependencies.db).add(nodeId);
      if (!added) throw new UserError(409, `There is a node "${nodeId}" already`);
    },
  },
  {
    name: 'node forget',
    parameters: 'ID',
    does: 'takes a node that is gone for good out of the list',
    words: 1,
    run: async ({ words }, { dependencies }) => {
      const nodeId = nodeIdFrom(words);
      const removed = await nodeRepository(dependencies.db).remove(nodeId);
      if (!removed) throw new UserError(404, `There is no node "${nodeId}"`);
    },
  },
];

function nodeIdFrom([nodeId]: string[]): string {
  const node = nodeReference({ nodeId });
  if (!node) throw new UserError(400, `This is no node's ID: ${PAYLOAD_RULES.node}`);
  return node.nodeId;
}
