import { isoTime } from '#domain/clock/isoTime.ts';
import { ageText } from '#domain/clock/age.ts';
import { type Command, listCommand } from '#server/core/commands/command.ts';
import type { Core } from '#server/core/core.ts';
import { UserError } from '#server/core/errors.ts';
import type { NodeRepository } from './registry/nodeRepository.ts';
import { nodeReference, PAYLOAD_RULES } from './socket/reporterEvents.ts';

/** The nodes of an open library. */
type DoorOf = (core: Core) => { nodes: NodeRepository };

export const nodeCommands = (of: DoorOf): Command[] => [listNodes(of), addNode(of), forgetNode(of)];

const listNodes = (of: DoorOf): Command =>
  listCommand({
    group: 'Nodes',
    name: 'node list',
    does: 'lists nodes, and when each was heard',
    header: ['NODE', 'HEARD'],
    rows: async (core) => {
      const { now } = core;
      const saved = await of(core).nodes.load();
      return saved
        .map(({ nodeId, lastHeartbeat }) => [nodeId, ageText(lastHeartbeat === null ? null : now() - lastHeartbeat)])
        .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
    },
    records: async (core) =>
      (await of(core).nodes.load()).map(({ nodeId, lastHeartbeat, brightness }) => ({
        id: nodeId,
        lastHeartbeat: isoTime(lastHeartbeat),
        brightness,
      })),
  });

const addNode = (of: DoorOf): Command => ({
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
      inLibrary: async ({ core, answer, hint }) => {
        const { nodes } = of(core);
        if (!(await nodes.add(nodeId))) throw new UserError(409, `There is a node "${nodeId}" already`);
        answer([], { id: nodeId, added: true });
        hint(`The node "${nodeId}" is expected`);
      },
    };
  },
});

const forgetNode = (of: DoorOf): Command => ({
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
      inLibrary: async ({ core, answer, hint }) => {
        const { nodes } = of(core);
        if ((await nodes.remove([nodeId])) === 0) throw new UserError(404, `There is no node "${nodeId}"`);
        answer([], { id: nodeId, forgotten: true });
        hint(`The node "${nodeId}" is forgotten`);
      },
    };
  },
});

function nodeIdFrom([nodeId]: string[]): string {
  const node = nodeReference({ nodeId });
  if (!node) throw new UserError(400, `This is no node's ID: ${PAYLOAD_RULES.node}`);
  return node.nodeId;
}
