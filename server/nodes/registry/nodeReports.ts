import { Type } from '@fastify/type-provider-typebox';
import type { HeartbeatReport } from '#contract/sockets.ts';
import { BatchForOthers } from '../../others/batchForOthers.ts';
import type { OtherServers } from '../../others/otherServers.ts';
import { onMessage } from '../../others/checkedMessages.ts';
import { type Claim, NodeOwners } from './nodeOwners.ts';
import type { NodeRegistry } from './nodeRegistry.ts';

const Told = Type.Object({
  nodeId: Type.String(),
  keyId: Type.Union([Type.String(), Type.Null()]),
  /** The time since the device was heard, as a duration, because the clocks of two servers may differ. */
  ageMs: Type.Number(),
  what: Type.Union([Type.Literal('announced'), Type.Literal('heartbeat'), Type.Literal('brightness')]),
  brightness: Type.Optional(Type.Number()),
});
type Told = Type.Static<typeof Told>;
const REPORTS = { topic: 'node-reports', schema: Type.Array(Told) };
const RELEASED = { topic: 'nodes-released', schema: Type.Array(Type.String()) };
const FORGOTTEN = { topic: 'nodes-forgotten', schema: Type.Array(Type.String()) };

type OwnersOptions = ConstructorParameters<typeof NodeOwners>[0];

interface Options extends OwnersOptions {
  registry: NodeRegistry;
  others: Pick<OtherServers, 'canExist' | 'tell' | 'onTold'>;
}

/**
 * Passes the reports of devices to this server's registry and to those of all other servers: each knows of every node.
 */
export class NodeReports {
  readonly #registry: NodeRegistry;
  readonly #owners: NodeOwners;
  readonly #others: Options['others'];
  readonly #monotonicNow: () => number;
  readonly #batch: BatchForOthers<Omit<Told, 'ageMs'> & { at: number }>;
  readonly #unsubscribe: (() => void)[];

  constructor(options: Options) {
    const { registry, others, monotonicNow } = options;
    this.#owners = new NodeOwners(options);
    this.#registry = registry;
    this.#others = others;
    this.#monotonicNow = monotonicNow;
    this.#batch = new BatchForOthers(others, (items) => {
      const now = monotonicNow();
      others.tell(
        REPORTS.topic,
        items.map(({ at, ...report }): Told => ({ ...report, ageMs: Math.max(0, now - at) })),
      );
    });
    this.#unsubscribe = [
      onMessage(others, REPORTS, (reports) => {
        for (const report of reports) this.#hear(report);
      }),
      onMessage(others, RELEASED, (nodeIds) => nodeIds.forEach((nodeId) => this.#release(nodeId))),
      onMessage(others, FORGOTTEN, (nodeIds) => this.#forget(nodeIds)),
    ];
  }

  /** Whether this key may report for the node. When its key cannot be looked up, nobody else may. */
  mayReport(nodeId: string, keyId: string): Claim | Promise<Claim> {
    const claim = this.#owners.take(nodeId, keyId);
    return typeof claim === 'string' ? claim : claim.catch((): Claim => 'of-another-key');
  }

  /** The key that this server refused last for the node, see NodeOwners. */
  refusedKey(nodeId: string): ReturnType<NodeOwners['refusedKey']> {
    return this.#owners.refusedKey(nodeId);
  }

  /** From now on the node belongs to the key that reports next. */
  release(nodeId: string): void {
    this.#release(nodeId);
    this.#others.tell(RELEASED.topic, [nodeId]);
  }

  /** False when there are too many nodes, of all keys or of this one. */
  announce(nodeId: string, keyId: string | null): boolean {
    const isNew = this.#registry.find(nodeId) === undefined;
    const isAccepted = this.#registry.announce(nodeId, keyId);
    if (isNew && isAccepted) this.#tell({ nodeId, keyId, what: 'announced' });
    return isAccepted;
  }

  heartbeat(report: HeartbeatReport, keyId: string | null): boolean {
    const isAccepted = this.#registry.heartbeat(report, keyId);
    if (isAccepted) this.#tell({ ...report, keyId, what: 'heartbeat' });
    return isAccepted;
  }

  brightness(nodeId: string, brightness: number): void {
    this.#registry.brightness(nodeId, brightness);
    this.#tell({ nodeId, keyId: null, what: 'brightness', brightness });
  }

  /** Call before the rows are removed: otherwise a node in memory would be written to the database again. */
  forget(nodeIds: string[]): void {
    this.#forget(nodeIds);
    this.#others.tell(FORGOTTEN.topic, nodeIds);
  }

  close(): void {
    this.#batch.close();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  #release(nodeId: string): void {
    this.#registry.setOwner(nodeId, null);
    this.#owners.forgetRefused(nodeId);
  }

  #forget(nodeIds: string[]): void {
    this.#registry.forget(nodeIds);
    for (const nodeId of nodeIds) this.#owners.forgetRefused(nodeId);
  }

  #tell(report: Omit<Told, 'ageMs'>): void {
    this.#batch.add({ ...report, at: this.#monotonicNow() });
  }

  #hear({ what, nodeId, keyId, ageMs, brightness }: Told): void {
    // The server that the device reported to has let it: here the node becomes the key's too, if it is free.
    if (keyId !== null) void this.mayReport(nodeId, keyId);
    if (what === 'announced') this.#registry.announce(nodeId, keyId);
    else if (what === 'heartbeat') {
      this.#registry.heartbeat({ nodeId, ...(brightness === undefined ? {} : { brightness }) }, keyId, ageMs);
    } else if (brightness !== undefined) this.#registry.brightness(nodeId, brightness);
  }
}
