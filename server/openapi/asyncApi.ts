import type { TSchema } from 'typebox';
import { NODES_NAMESPACE } from '#contract/sockets.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/schemas/sockets.ts';
import { recordOf } from '#domain/records.ts';
import { type SocketEvent, SOCKET_EVENTS } from './socketEvents.ts';

type EventName = keyof ClientToServerEvents | keyof ServerToClientEvents;

const ABOUT = `Socket.IO 4 on the namespace \`${NODES_NAMESPACE}\`, with the credential as the query parameter \`token\`: a
person's session token or a kiosk's key may read, a device's key (\`key create NAME --node\`) may report. A refused
handshake is a \`connect_error\` whose \`data.code\` says why.`;

/** The socket's events as an AsyncAPI document, from the schemas that are held to the contract's types. */
export function asyncApiDocument(): Record<string, unknown> {
  const events = SOCKET_EVENTS.map((event) => ({ id: `${event.from}-${event.name}`, event }));
  return {
    asyncapi: '3.0.0',
    info: { title: 'Circuit Tree: nodes', version: '1.0.0', description: ABOUT },
    defaultContentType: 'application/json',
    channels: {
      nodes: {
        address: NODES_NAMESPACE,
        messages: Object.fromEntries(events.map(({ id }) => [id, { $ref: `#/components/messages/${id}` }])),
      },
    },
    operations: Object.fromEntries(events.map(({ id, event }) => [id, operationOf(id, event)])),
    components: { messages: Object.fromEntries(events.map(({ id, event }) => [id, messageOf(event)])) },
  };
}

/** AsyncAPI describes the server's side: it receives the events that clients send. */
function operationOf(id: string, { from, summary, reply, acknowledged }: SocketEvent<EventName>) {
  const replyTo = reply === undefined ? {} : { reply: { messages: [{ $ref: `#/channels/nodes/messages/${reply}` }] } };
  return {
    action: from === 'server' ? 'send' : 'receive',
    summary,
    channel: { $ref: '#/channels/nodes' },
    messages: [{ $ref: `#/channels/nodes/messages/${id}` }],
    ...replyTo,
    ...(acknowledged && { description: `Acknowledged with ${JSON.stringify(plain(acknowledged))}.` }),
  };
}

function messageOf({ name, summary, payload }: SocketEvent<EventName>) {
  if (!payload) return { name, summary, payload: { type: 'null' }, examples: [] };
  const { examples, ...schema } = plain(payload);
  const payloads: unknown[] = Array.isArray(examples) ? examples : [];
  return { name, summary, payload: schema, examples: payloads.map((example) => ({ payload: example })) };
}

function plain(schema: TSchema): Record<string, unknown> {
  return recordOf(JSON.parse(JSON.stringify(schema)));
}
