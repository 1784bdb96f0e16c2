import { setImmediate } from 'node:timers/promises';
import type { NodeHistory } from '#contract/nodes/schemas.ts';
import type { NodeHistories as Days } from '#contract/nodes/socketEvents.ts';
import { historyFrom, quartersOf, type Tally } from '#domain/nodes/historySteps.ts';
import { type SampleBook, SERVER_ITSELF } from '../history/sampleBook.ts';
import type { SampleRepository } from '../history/sampleRepository.ts';
import type { NodeRegistry } from './nodeRegistry.ts';

interface Parts {
  registry: Pick<NodeRegistry, 'find'>;
  samples: Pick<SampleRepository, 'firstSeen' | 'read'>;
  book: SampleBook;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Reads the history of nodes: the stored samples, and those of the present five minutes and hour. */
export class NodeHistories {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async chart(nodeId: string, span: NodeHistory['span']): Promise<NodeHistory> {
    const at = this.#turn();
    const node = await this.#tallies(nodeId, span, at);
    const server = await this.#tallies(SERVER_ITSELF, span, at);
    const firstSeen = await this.#firstSeen([nodeId], at);
    return historyFrom({ node, server, firstSeen: firstSeen(nodeId) }, span, at);
  }

  /** The last 24 hours of those of the nodes that exist, and the time in which the server itself was running. */
  async days(nodeIds: readonly string[]): Promise<Days> {
    const at = this.#turn();
    const known = nodeIds.filter((nodeId) => this.#parts.registry.find(nodeId));
    const firstSeen = await this.#firstSeen(known, at);
    const histories: Days['histories'] = [];
    for (const nodeId of known) {
      const fives = await this.#tallies(nodeId, 'day', at);
      histories.push({ nodeId, heard: quartersOf(fives, at, firstSeen(nodeId)) });
      // SQLite answers without a pause: other requests get theirs here.
      await setImmediate();
    }
    return { listening: quartersOf(await this.#tallies(SERVER_ITSELF, 'day', at), at), histories };
  }

  #turn(): number {
    const at = this.#parts.now();
    this.#parts.book.turn(at);
    return at;
  }

  /** The time of the first heartbeat; null where it is unknown. */
  async #firstSeen(nodeIds: readonly string[], at: number): Promise<(nodeId: string) => number | null> {
    const stored = await this.#parts.samples.firstSeen(nodeIds);
    return (nodeId) => {
      // A node that was added by name and never heard counts as unknown, not as silent.
      if (this.#parts.registry.find(nodeId)?.ageMs === null) return Infinity;
      // A node that has no row yet was heard just now.
      return stored.has(nodeId) ? (stored.get(nodeId) ?? null) : at;
    };
  }

  async #tallies(nodeId: string, span: NodeHistory['span'], at: number): Promise<Map<number, Tally>> {
    const { samples, book } = this.#parts;
    const stored = await samples.read(nodeId, span, at);
    const tallies = new Map<number, Tally>(stored.map((sample) => [sample.stretch, sample]));
    const { five, hour } = book.open(nodeId);
    const open = span === 'day' ? five : hour;
    if (open) tallies.set(open.stretch, open);
    return tallies;
  }
}
