import { type AlertRepository, alertRepository } from '#server/alerts/alertRepository.ts';
import { checkOnce, type WatchStates } from '#server/alerts/keepWatch.ts';
import { watchedNodes } from '#server/nodes/watchedNodes.ts';
import type { Database } from '#server/core/db/open.ts';
import { type NodeAdminRepository, nodeAdminRepository } from '#server/nodes/admin/nodeAdminRepository.ts';
import { NodeRegistry } from '#server/nodes/registry/nodeRegistry.ts';
import { type NodeRepository, nodeRepository } from '#server/nodes/registry/nodeRepository.ts';
import type { AlertMessage } from '#contract/alerts/schemas.ts';
import type { OwnNetwork } from '#domain/alerts/alertWatch.ts';
import { type AlertWorld, MINUTE_MS, type Watcher } from './alertWorld.ts';

const CHANNEL = { kind: 'webhook', url: 'https://alerts.example/' } as const;

/**
 * Those parts of a server that tell of silent nodes: the registry, the check of every five seconds, and the real database,
 * in which heartbeats are written once a minute and messages wait for their channel. Time is the world's.
 */
export class AlertingServer implements Watcher {
  readonly #world: AlertWorld;
  readonly #nodes: NodeRepository;
  readonly #care: NodeAdminRepository;
  readonly #alerts: AlertRepository;
  #wallOffMs = Date.parse('2026-11-23T00:00:00Z');
  #registry: NodeRegistry;
  #states: WatchStates = {};
  #writtenAt = 0;

  constructor(db: Database, world: AlertWorld) {
    this.#world = world;
    this.#nodes = nodeRepository(db);
    this.#care = nodeAdminRepository(db, this.#clock.now);
    this.#alerts = alertRepository(db, this.#clock.now);
    this.#registry = new NodeRegistry(this.#clock);
  }

  /** Before the first hour: the rule, the nodes that differ from it, and where messages go. */
  async begin(): Promise<void> {
    await this.#alerts.saveRules({ ...(await this.#alerts.rules()), silentMinutes: 1 });
    await this.#alerts.addChannel('A house', CHANNEL);
    for (const { nodeId, silentMs } of this.#world.devices) {
      this.hears(nodeId);
      const minutes = silentMs / MINUTE_MS;
      if (minutes !== 1) await this.#care.change(nodeId, { alertAfterMinutes: minutes });
    }
    await this.#write();
  }

  hears(nodeId: string): void {
    this.#registry.heartbeat({ nodeId });
  }

  async check(network: OwnNetwork) {
    if (this.#world.now - this.#writtenAt >= MINUTE_MS) await this.#write();
    const told: { silent: readonly string[]; back: readonly string[] } = { silent: [], back: [] };
    const alerts: Pick<AlertRepository, 'rules' | 'tell' | 'notified'> = {
      rules: () => this.#alerts.rules(),
      notified: () => this.#alerts.notified(),
      tell: async (message, nodes) => {
        await this.#alerts.tell(message, nodes);
        if (message && message.kind !== 'test') told[message.kind] = message.nodeIds;
      },
    };
    await checkOnce(this.#states, {
      kinds: [watchedNodes({ registry: this.#registry, nodeAdmin: this.#care })],
      alerts,
      checkNetwork: async () => network,
      ...this.#clock,
      onError: (error) => {
        throw error;
      },
    });
    if (told.silent.length + told.back.length > 0) await this.#deliver(told);
    return told;
  }

  /** Killed: what it heard since the last writing is forgotten. */
  async restarts(clockOffMs: number): Promise<void> {
    this.#wallOffMs += clockOffMs;
    this.#states = {};
    this.#registry = new NodeRegistry(this.#clock, await this.#nodes.load());
  }

  get #clock() {
    return { now: () => this.#world.now + this.#wallOffMs, monotonicNow: () => this.#world.now };
  }

  async #write(): Promise<void> {
    const changes = this.#registry.takeChanges();
    await this.#nodes.save(changes);
    this.#registry.confirm(changes.map(({ nodeId }) => nodeId));
    this.#writtenAt = this.#world.now;
  }

  /** Empties the outbox, which must hold the words of just these nodes. */
  async #deliver(told: { silent: readonly string[]; back: readonly string[] }): Promise<void> {
    const waiting = await this.#alerts.due(this.#clock.now());
    const named = waiting.flatMap(({ message }: { message: AlertMessage }) => message.nodeIds).sort();
    const expected = [...told.silent, ...told.back].sort();
    if (named.join() !== expected.join())
      throw new Error(`The outbox tells of ${named.join()}, not ${expected.join()}`);
    for (const { id } of waiting) await this.#alerts.done(id);
  }
}
