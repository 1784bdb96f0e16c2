import { SOCKET_REQUEST_TIMEOUT_MS } from '../../../src/contract/limits.ts';
import type { BrightnessReport } from '../../../src/contract/sockets.ts';

/** A socket, as far as this desk is concerned. */
export interface Party {
  id: string;
}

interface Question<Socket> {
  asker: Socket;
  askedAt: number;
}

/** Nobody waits in longer queues honestly; a flood of questions ends here. */
const MAX_QUESTIONS_PER_NODE = 1_000;

/**
 * Who speaks for which node, and who waits for which node's brightness. Every question gets one answer or none: the
 * device's next report answers all who ask by then, and a question older than its asker's patience is forgotten.
 */
export class BrightnessRelay<Socket extends Party> {
  readonly #monotonicNow: () => number;
  readonly #speakers = new Map<string, Socket>();
  readonly #nodesOf = new Map<string, Set<string>>();
  readonly #questions = new Map<string, Question<Socket>[]>();

  constructor(monotonicNow: () => number) {
    this.#monotonicNow = monotonicNow;
  }

  /** The socket that was heard last speaks for the node; one socket may speak for many. */
  speaksFor(socket: Socket, nodeId: string): void {
    const before = this.#speakers.get(nodeId);
    if (before === socket) return;
    if (before) this.#nodesOf.get(before.id)?.delete(nodeId);
    this.#speakers.set(nodeId, socket);
    const nodes = this.#nodesOf.get(socket.id) ?? new Set();
    this.#nodesOf.set(socket.id, nodes.add(nodeId));
  }

  /** The device to pass the question on to; none when nobody speaks for the node. */
  ask(asker: Socket, nodeId: string): Socket | undefined {
    const speaker = this.#speakers.get(nodeId);
    if (!speaker) return undefined;
    const waiting = this.#waitingFor(nodeId);
    if (waiting.length >= MAX_QUESTIONS_PER_NODE) return undefined;
    this.#questions.set(nodeId, [...waiting, { asker, askedAt: this.#monotonicNow() }]);
    return speaker;
  }

  /** Whom to tell, once for each question. Only the node's own speaker is believed. */
  answer(speaker: Socket, { nodeId }: BrightnessReport): Socket[] | undefined {
    if (this.#speakers.get(nodeId) !== speaker) return undefined;
    const waiting = this.#waitingFor(nodeId);
    this.#questions.delete(nodeId);
    return waiting.map(({ asker }) => asker);
  }

  /** Lets go of questions, and so of askers, that no device ever answered. */
  sweep(): void {
    for (const nodeId of this.#questions.keys()) {
      const waiting = this.#waitingFor(nodeId);
      if (waiting.length === 0) this.#questions.delete(nodeId);
      else this.#questions.set(nodeId, waiting);
    }
  }

  leave(socket: Socket): void {
    for (const nodeId of this.#nodesOf.get(socket.id) ?? []) {
      if (this.#speakers.get(nodeId) === socket) this.#speakers.delete(nodeId);
    }
    this.#nodesOf.delete(socket.id);
  }

  #waitingFor(nodeId: string): Question<Socket>[] {
    const oldest = this.#monotonicNow() - SOCKET_REQUEST_TIMEOUT_MS;
    return (this.#questions.get(nodeId) ?? []).filter(({ askedAt }) => askedAt > oldest);
  }
}
