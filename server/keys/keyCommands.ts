import { isoTime } from '#domain/clock/isoTime.ts';
import { kioskLink } from '#domain/access/kioskAddress.ts';
import { heartbeatAge } from '#domain/nodes/nodeList.ts';
import { UserError } from '#server/core/errors.ts';
import { plainText } from '#server/core/http/responses.ts';
import { nodeReference, PAYLOAD_RULES } from '#server/nodes/socket/reporterEvents.ts';
import { type Command, listCommand } from '#server/cli/command.ts';
import { codeToScan, ownLinkOrigin, ownOrigin } from '#server/users/userCommands.ts';

const NAME_MAX_LENGTH = 100;

export const KEY_COMMANDS: Command[] = [
  {
    group: 'Keys',
    name: 'key create',
    parameters: 'NAME',
    does: 'prints a new key, once',
    words: 1,
    options: { node: { does: 'for a device; without it, for a tablet' } },
    json: true,
    fails: 'there is an active key of this name',
    prepare: ({ words, flags }) => {
      const name = keyNameFrom(words);
      const use = flags.node === true ? 'node' : 'kiosk';
      return {
        inLibrary: async ({ dependencies, answer, hint }) => {
          const key = await dependencies.keys.create(name, use);
          const direct = ownOrigin(dependencies);
          const origins = { direct, link: ownLinkOrigin(dependencies) };
          const address = use === 'kiosk' ? kioskLink(origins, key) : direct;
          answer(key, { name, for: use, key, address });
          if (use === 'node') hint(`The device connects to ${address}`);
          else hint(`On the tablet: ${address}${codeToScan(address)}`);
          dependencies.audit.record({ action: 'key-made', by: 'commandLine', what: name });
        },
      };
    },
  },
  listCommand({
    group: 'Keys',
    name: 'key list',
    does: 'lists the keys, revoked ones too',
    header: ['NAME', 'FOR', 'CREATED', 'STATE'],
    rows: async ({ keys }) => {
      const all = await keys.list();
      return all.map((key) => [key.name, key.use, dayOf(key.createdAt), stateOf(key.revokedAt)]);
    },
    records: async ({ keys }) =>
      (await keys.list()).map(({ name, use, createdAt, revokedAt }) => ({
        name,
        for: use,
        createdAt: isoTime(createdAt),
        revokedAt: isoTime(revokedAt),
      })),
  }),
  {
    group: 'Keys',
    name: 'key revoke',
    parameters: 'NAME',
    does: 'ends a key at once',
    words: 1,
    json: true,
    fails: 'there is no active key of this name',
    prepare: ({ words }) => {
      const name = keyNameFrom(words);
      return {
        inLibrary: async ({ dependencies: { keys, audit }, answer, hint }) => {
          if (!(await keys.revoke(name))) throw new UserError(404, `There is no active key named "${name}"`);
          audit.record({ action: 'key-revoked', by: 'commandLine', what: name });
          answer([], { name, revoked: true });
          hint(`The key "${name}" opens nothing any more`);
        },
      };
    },
  },
];

function keyNameFrom([word = '']: string[]): string {
  const name = word.trim();
  if (name !== '' && name.length <= NAME_MAX_LENGTH) return plainText(name);
  throw new UserError(400, `A key needs a name of 1 to ${NAME_MAX_LENGTH} characters`);
}

function stateOf(revokedAt: number | null): string {
  return revokedAt === null ? 'active' : `revoked ${dayOf(revokedAt)}`;
}

function dayOf(milliseconds: number): string {
  return isoTime(milliseconds).slice(0, 10);
}

export const NODE_COMMANDS: Command[] = [
  listCommand({
    group: 'Nodes',
    name: 'node list',
    does: 'lists nodes, and when each was heard',
    header: ['NODE', 'HEARD'],
    rows: async ({ nodes, now }) => {
      const saved = await nodes.load();
      return saved
        .map(({ nodeId, lastHeartbeat }) => [
          nodeId,
          heartbeatAge(lastHeartbeat === null ? null : now() - lastHeartbeat),
        ])
        .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
    },
    records: async ({ nodes }) =>
      (await nodes.load()).map(({ nodeId, lastHeartbeat, brightness }) => ({
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
          if ((await nodes.remove([nodeId])) === 0) throw new UserError(404, `There is no node "${nodeId}"`);
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
