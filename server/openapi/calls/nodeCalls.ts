import { type CallGroup, jsonOf, listOf, NOTHING } from '../callDescription.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { NODE_SCHEMAS } from '../schemas/nodeSchemas.ts';

const path = { id: EXAMPLES.nodeId };
const errors = { 404: 'There is no such node' };

export const NODE_CALLS: CallGroup = {
  name: 'Nodes',
  about: 'One node and its history. The statuses of all nodes come over the socket.',
  calls: {
    'GET /nodes': {
      summary: 'Nodes that are muted, told or acknowledged',
      success: listOf('Those nodes', NODE_SCHEMAS.mark),
    },
    'GET /nodes/:id': { summary: 'One node', path, success: jsonOf('The node', NODE_SCHEMAS.node), errors },
    'GET /nodes/:id/history': {
      summary: 'What a node did in a day, a month or a year',
      details: 'Lists with one entry for each step, oldest first, the last of which ends at `until`.',
      path,
      query: { span: 'day' },
      success: jsonOf('The history', NODE_SCHEMAS.history),
      errors,
    },
    'PATCH /nodes/:id': {
      summary: 'Write notes about a node, mute it, acknowledge its silence',
      details: 'Fields that are absent stay as they are.',
      path,
      body: { notes: 'Behind the mirror', alertAfterMinutes: 10, isMuted: false, isAcknowledged: true },
      success: jsonOf('The node as it is now', NODE_SCHEMAS.node),
      errors,
    },
    'POST /nodes/:id/release': {
      summary: 'Release a node from its key',
      details: 'A node belongs to the key that reported it first. Released, it belongs to the one that reports next.',
      path,
      success: jsonOf('The node as it is now', NODE_SCHEMAS.node),
      errors,
    },
    'DELETE /nodes/:id': {
      summary: 'Forget a node',
      details: 'With its history and notes. It appears anew when it reports again.',
      path,
      success: NOTHING,
      errors,
    },
  },
};

const channel = { id: EXAMPLES.channelId };
const NO_CHANNEL = { 404: 'There is no such channel' };
const settings = jsonOf('The settings as they are now', NODE_SCHEMAS.alerts);

export const ALERT_CALLS: CallGroup = {
  name: 'Alerts',
  about: 'When a silent node is told of, and where. Passwords and tokens are never in a response.',
  calls: {
    'GET /alerts': { summary: 'The rule for all nodes, and the channels', success: settings },
    'PUT /alerts': {
      summary: 'Change the rule for all nodes',
      body: { isOn: true, silentMinutes: 5, quietHours: { from: '22:00', to: '07:00', zone: 'Europe/Paris' } },
      success: settings,
    },
    'POST /alerts/channels': {
      summary: 'Add a channel',
      details:
        'A webhook gets each message as JSON; ntfy gets a text with the headers Title, Priority and Tags; `push` is a browser, subscribed with `pushKey`, whose messages go through its push service (Web Push).',
      body: { kind: 'ntfy', url: 'https://ntfy.sh/my-house' },
      success: { status: 201, is: 'The settings as they are now', schema: NODE_SCHEMAS.alerts },
    },
    'DELETE /alerts/channels/:id': {
      summary: 'Remove a channel',
      path: channel,
      success: settings,
      errors: NO_CHANNEL,
    },
    'POST /alerts/channels/:id/test': {
      summary: 'Send a test message',
      details: 'How it went is the last result of the channel.',
      path: channel,
      success: settings,
      errors: NO_CHANNEL,
    },
  },
};
