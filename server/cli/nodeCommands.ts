import { isoTime } from '#domain/clock/isoTime.ts';
import { heartbeatAge } from '#domain/nodes/heartbeatAge.ts';
import { UserError } from '../errors.ts';
import { nodeReference, PAYLOAD_RULES } from '../nodes/socket/payloads.ts';
import { type Command, listCommand } from './command.ts';

export const NODE_COMMANDS: Command[] = [
  listCommand({
    group: 'Nodes',
    name: 'node list',
    does: 'lists nodes, and when each was heard',
    header: ['NODE', 'HEARD'],
    rows: async ({ nodes, now }) => {
      const saved = await nodes.load();
      return saved.nodes
        .map(({ nodeId, lastHeartbeat }) => [
          nodeId,
          heartbeatAge(lastHeartbeat === null ? null : now() - lastHeartbeat),
        ])
        .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
    },
    records: async ({ nodes }) =>
      (await nodes.load()).nodes.map(({ nodeId, lastHeartbeat, brightness }) => ({
        id: nodeId,
        lastHeartbeat: isoTime(lastHeartbeat),
        brightness,
      })),
  }),
  {
    group: 'Nodes',
    name: 'node add',
    parameters: 'ID',
    does: 'expects a node, so that it is missed',
    words: 1,
    json: true,
    fails: 'there is such a node already',
    prepare: ({ words }) => {
      const nodeId = nodeIdFrom(words);
      return {
        inLibrary: async ({ dependencies: { nodes }, answer, hint }) => {
          if (!(await nodes.add(nodeId))) throw new UserError(409, `There is a node "${nodeId}" already`);
          answer([], { id: nodeId, added: true });
          hint(`The node "${nodeId}" is expected`);
        },
      };
    },
  },
  {
    group: 'Nodes',
    name: 'node forget',
    parameters: 'ID',
    does: 'takes a node out of the list',
    words: 1,
    json: true,
    fails: 'there is no such node',
    prepare: ({ words }) => {
      const nodeId = nodeIdFrom(words);
      return {
        inLibrary: async ({ dependencies: { nodes }, answer, hint }) => {
          if (!(await nodes.remove(nodeId))) throw new UserError(404, `There is no node "${nodeId}"`);
          answer([], { id: nodeId, forgotten: true });
          hint(`The node "${nodeId}" is forgotten`);
        },
      };
    },
  },
];

function nodeIdFrom([nodeId]: string[]): string {
  const node = nodeReference({ nodeId });
  if (!node) throw new UserError(400, `This is no node's ID: ${PAYLOAD_RULES.node}`);
  return node.nodeId;
}
