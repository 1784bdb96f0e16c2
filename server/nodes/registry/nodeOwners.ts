import { isoTime } from '#domain/clock/isoTime.ts';
import type { NodeDetails } from '#contract/nodes/schemas.ts';
import { NODES } from '#server/core/limits.ts';
import type { Clock } from '#server/core/monotonicClock.ts';
import type { NodeRegistry } from './nodeRegistry.ts';

/** The time for which a key that was active is not looked up again. */
const BELIEVED_MS = 1_000;

/** The interval of messages to the other servers about the same rejected key. */
const TELL_AGAIN_MS = 60_000;

/** Whether a key may report for a node; if not, the reason. */
export type Claim = 'granted' | 'of-another-key' | 'no-room';

/** The names of two active keys that report one node. */
interface Contest {
  nodeId: string;
  key: string;
  owner: string;
}

interface Options extends Clock {
  registry: Pick<NodeRegistry, 'find' | 'setOwner'>;
  /** Looks a key up in the database. */
  keys: { active: (id: string) => Promise<{ name: string } | undefined> };
  /** Called with the first node that a key reports although the node belongs to another key. */
  log: { warn: (contest: Contest, message: string) => void };
  /** Tells the other servers of a refused key, so that each can name it on the node's page. */
  tellRefused?: (nodeId: string, keyId: string) => void;
}

/**
 * Decides which key may report for a node: the one that reported first, until it is revoked or an admin releases the
 * node. Otherwise a stolen sensor could hide the failure of another, or send values in its name.
 */
export class NodeOwners {
  readonly #options: Options;
  readonly #activeAt = new Map<string, number>();
  /** The key that was refused last, by the id of the node. */
  readonly #refused = new Map<string, { keyId: string; at: number; notifiedAt: number }>();
  readonly #warnedOf = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Whether the key may report for the node. A new node, or one whose key has ended, becomes this key's. Returns a
   * promise only when the owner's key is looked up: otherwise the reports right after a device's first one would be
   * rejected.
   */
  take(nodeId: string, keyId: string): Claim | Promise<Claim> {
    const owner = this.#ownerOf(nodeId);
    if (owner === undefined || owner === keyId) return 'granted';
    if (owner === null) return this.#give(nodeId, keyId);
    return this.#isBelieved(owner) ? this.#refuse(nodeId, keyId) : this.#takeFrom(owner, nodeId, keyId);
  }

  /** The key that was last rejected because the node belongs to another; null when there is none, or it has ended. */
  async refusedKey(nodeId: string): Promise<NodeDetails['refusedKey']> {
    const refused = this.#refused.get(nodeId);
    if (!refused || refused.keyId === this.#ownerOf(nodeId)) return null;
    const key = await this.#options.keys.active(refused.keyId);
    return key ? { name: key.name, at: isoTime(refused.at) } : null;
  }

  /** Call when another server has refused a key; `at` is in milliseconds since 1970. */
  hearRefused(nodeId: string, keyId: string, at: number): void {
    const owner = this.#ownerOf(nodeId);
    if (owner && owner !== keyId) this.#refused.set(nodeId, { keyId, at, notifiedAt: at });
  }

  /** Call when a node is released or forgotten. */
  forgetRefused(nodeId: string): void {
    this.#refused.delete(nodeId);
  }

  async #takeFrom(owner: string, nodeId: string, keyId: string): Promise<Claim> {
    const isActive = await this.#isActive(owner);
    // Another key may have taken it while the key was looked up.
    const present = this.#ownerOf(nodeId);
    if (present === undefined || present === keyId) return 'granted';
    return isActive || present !== owner ? this.#refuse(nodeId, keyId) : this.#give(nodeId, keyId);
  }

  #ownerOf(nodeId: string): string | null | undefined {
    return this.#options.registry.find(nodeId)?.keyId;
  }

  #give(nodeId: string, keyId: string): Claim {
    if (!this.#options.registry.setOwner(nodeId, keyId)) return 'no-room';
    this.#refused.delete(nodeId);
    return 'granted';
  }

  #refuse(nodeId: string, keyId: string): Claim {
    const { now, tellRefused } = this.#options;
    const at = now();
    const before = this.#refused.get(nodeId);
    const isNotified = before?.keyId === keyId && Math.abs(at - before.notifiedAt) < TELL_AGAIN_MS;
    this.#refused.set(nodeId, { keyId, at, notifiedAt: isNotified ? before.notifiedAt : at });
    if (!isNotified) tellRefused?.(nodeId, keyId);
    if (!this.#warnedOf.has(keyId)) {
      this.#warnedOf.add(keyId);
      void this.#warn(nodeId, keyId).catch(() => this.#warnedOf.delete(keyId));
    }
    return 'of-another-key';
  }

  async #warn(nodeId: string, keyId: string): Promise<void> {
    const { keys, log } = this.#options;
    const key = await keys.active(keyId);
    const owner = await keys.active(this.#ownerOf(nodeId) ?? '');
    if (!key || !owner) return;
    log.warn({ nodeId, key: key.name, owner: owner.name }, 'Another active key reports this node, and is refused');
  }

  #isBelieved(keyId: string): boolean {
    const since = this.#activeAt.get(keyId);
    return since !== undefined && this.#options.monotonicNow() - since < BELIEVED_MS;
  }

  async #isActive(keyId: string): Promise<boolean> {
    const now = this.#options.monotonicNow();
    const isActive = (await this.#options.keys.active(keyId)) !== undefined;
    if (isActive) this.#activeAt.set(keyId, now);
    else this.#activeAt.delete(keyId);
    return isActive;
  }
}

/** Sent to a device whose report is rejected, in whatever way it came. */
export const REFUSED_REPORTS: Record<Exclude<Claim, 'granted'>, string> = {
  'of-another-key':
    'This node belongs to another key, which reported it first: an admin can release it on the node’s page',
  'no-room': `No more than ${NODES.max} nodes can be kept, and ${NODES.maxPerKey} of one key`,
};
