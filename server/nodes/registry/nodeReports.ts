import { Type } from 'typebox';
import { MessageBatch, type Messages, onMessage } from '#server/core/db/cluster.ts';
import { type Claim, NodeOwners } from './nodeOwners.ts';
import type { NodeReport } from './knownNode.ts';
import type { NodeRegistry } from './nodeRegistry.ts';

const SharedReport = Type.Object({
  nodeId: Type.String(),
  keyId: Type.Union([Type.String(), Type.Null()]),
  /** The time since the device was heard, as a duration, because the clocks of two servers may differ. */
  ageMs: Type.Number(),
  what: Type.Union([Type.Literal('announced'), Type.Literal('heartbeat'), Type.Literal('brightness')]),
  brightness: Type.Optional(Type.Number()),
  ping: Type.Optional(
    Type.Object({
      value: Type.Optional(Type.Number()),
      unit: Type.Optional(Type.String()),
      text: Type.Optional(Type.String()),
      ok: Type.Optional(Type.Boolean()),
    }),
  ),
  byBroker: Type.Optional(Type.Boolean()),
});
type SharedReport = Type.Static<typeof SharedReport>;
const REPORTS = { topic: 'node-reports', schema: Type.Array(SharedReport) };
const RELEASED = { topic: 'nodes-released', schema: Type.Array(Type.String()) };
const FORGOTTEN = { topic: 'nodes-forgotten', schema: Type.Array(Type.String()) };

const Refused = Type.Object({ nodeId: Type.String(), keyId: Type.String(), ageMs: Type.Number() });
type Refused = Type.Static<typeof Refused>;
const REFUSED = { topic: 'node-keys-refused', schema: Type.Array(Refused) };

type OwnersOptions = ConstructorParameters<typeof NodeOwners>[0];

/** A message that waits to be sent, with the monotonic time of its event. */
type Waiting<Message> = Omit<Message, 'ageMs'> & { at: number };

interface Options extends OwnersOptions {
  registry: NodeRegistry;
  messages: Messages;
}

function batchOf<Item extends { at: number }>({ messages, monotonicNow }: Options, topic: string): MessageBatch<Item> {
  return new MessageBatch(messages, (items) => {
    const now = monotonicNow();
    messages.publish(
      topic,
      items.map(({ at, ...message }) => ({ ...message, ageMs: Math.max(0, now - at) })),
    );
  });
}

/** Passes the reports of devices to this server's registry and to all other servers, so that each knows every node. */
export class NodeReports {
  readonly #registry: NodeRegistry;
  readonly #owners: NodeOwners;
  readonly #messages: Options['messages'];
  readonly #monotonicNow: () => number;
  readonly #now: () => number;
  readonly #batch: MessageBatch<Waiting<SharedReport>>;
  readonly #refused: MessageBatch<Waiting<Refused>>;
  readonly #unsubscribe: (() => void)[];

  constructor(options: Options) {
    const { registry, messages, monotonicNow, now } = options;
    const tellRefused = (nodeId: string, keyId: string) => this.#refused.add({ nodeId, keyId, at: monotonicNow() });
    this.#owners = new NodeOwners({ ...options, tellRefused });
    this.#registry = registry;
    this.#messages = messages;
    this.#monotonicNow = monotonicNow;
    this.#now = now;
    this.#batch = batchOf(options, REPORTS.topic);
    this.#refused = batchOf(options, REFUSED.topic);
    this.#unsubscribe = [
      onMessage(messages, REPORTS, (reports) => {
        for (const report of reports) this.#hear(report);
      }),
      onMessage(messages, REFUSED, (refused) => {
        for (const { nodeId, keyId, ageMs } of refused) this.#owners.hearRefused(nodeId, keyId, this.#now() - ageMs);
      }),
      onMessage(messages, RELEASED, (nodeIds) => nodeIds.forEach((nodeId) => this.#release(nodeId))),
      onMessage(messages, FORGOTTEN, (nodeIds) => this.#forget(nodeIds)),
    ];
  }

  /** Whether this key may report for the node. While the owner's key cannot be looked up, no other key may. */
  mayReport(nodeId: string, keyId: string): Claim | Promise<Claim> {
    const claim = this.#owners.take(nodeId, keyId);
    return typeof claim === 'string' ? claim : claim.catch((): Claim => 'of-another-key');
  }

  /** The key that was refused last for the node, on any server; see NodeOwners. */
  refusedKey(nodeId: string): ReturnType<NodeOwners['refusedKey']> {
    return this.#owners.refusedKey(nodeId);
  }

  /** From now on the node belongs to the key that reports next. */
  release(nodeId: string): void {
    this.#release(nodeId);
    this.#messages.publish(RELEASED.topic, [nodeId]);
  }

  /** False when there are too many nodes, of all keys or of this one. */
  announce(nodeId: string, keyId: string | null): boolean {
    const isNew = this.#registry.find(nodeId) === undefined;
    const isAccepted = this.#registry.announce(nodeId, { keyId });
    if (isNew && isAccepted) this.#tell({ nodeId, keyId, what: 'announced' });
    return isAccepted;
  }

  heartbeat(report: NodeReport, keyId: string | null): boolean {
    const isAccepted = this.#registry.heartbeat(report, keyId);
    if (isAccepted) this.#tell({ ...report, keyId, what: 'heartbeat' });
    return isAccepted;
  }

  brightness(nodeId: string, brightness: number): void {
    this.#registry.brightness(nodeId, brightness);
    this.#tell({ nodeId, keyId: null, what: 'brightness', brightness });
  }

  /** Forgets nodes, here and on the other servers, and removes their rows. */
  remove<T>(nodeIds: readonly string[], removeRows: () => Promise<T>): Promise<T> {
    // Memory first: otherwise the nodes would be written to the database again.
    this.#forget(nodeIds);
    this.#messages.publish(FORGOTTEN.topic, nodeIds);
    return this.#registry.forgotten.whileRemoved(nodeIds, removeRows);
  }

  close(): void {
    this.#batch.close();
    this.#refused.close();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  #release(nodeId: string): void {
    this.#registry.setOwner(nodeId, null);
    this.#forgetRefused([nodeId]);
  }

  #forget(nodeIds: readonly string[]): void {
    this.#registry.forget(nodeIds);
    const gone = new Set(nodeIds);
    this.#batch.drop(({ nodeId }) => gone.has(nodeId));
    this.#forgetRefused(nodeIds);
  }

  #forgetRefused(nodeIds: readonly string[]): void {
    const gone = new Set(nodeIds);
    this.#refused.drop(({ nodeId }) => gone.has(nodeId));
    for (const nodeId of nodeIds) this.#owners.forgetRefused(nodeId);
  }

  #tell(report: Omit<SharedReport, 'ageMs'>): void {
    this.#batch.add({ ...report, at: this.#monotonicNow() });
  }

  #hear({ what, nodeId, keyId, ageMs, brightness, ping, byBroker = false }: SharedReport): void {
    if (this.#registry.forgotten.isOutdated(nodeId, this.#monotonicNow() - ageMs)) return;
    // The server that received the report has accepted it: here the node becomes the key's too, if it is free.
    if (keyId !== null) void this.mayReport(nodeId, keyId);
    if (what === 'announced') this.#registry.announce(nodeId, { keyId });
    else if (what === 'heartbeat') {
      const reading = brightness === undefined ? {} : { brightness };
      this.#registry.heartbeat({ nodeId, byBroker, ...reading, ...(ping && { ping }) }, keyId, ageMs);
    } else if (brightness !== undefined) this.#registry.brightness(nodeId, brightness);
  }
}
