import { SOCKET_REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import type { BrightnessReport } from '#contract/nodes/socketEvents.ts';
import { NODES } from '#server/core/limits.ts';

/** The part of a socket that the relay uses. */
interface Identified {
  id: string;
}

interface WaitingReader<Socket> {
  reader: Socket;
  since: number;
}

/**
 * Knows which socket reports for which node, and which readers wait for a node's brightness. A request gets one
 * response or none: the device's next report is sent to all readers that wait for it, and a request that has waited
 * longer than the reader's timeout is dropped.
 */
export class BrightnessRelay<Socket extends Identified> {
  readonly #monotonicNow: () => number;
  readonly #reporters = new Map<string, Socket>();
  readonly #nodesOf = new Map<string, Set<string>>();
  readonly #waiting = new Map<string, WaitingReader<Socket>[]>();
  /** The number of requests that each reader has sent since the last sweep. */
  readonly #requestsOf = new Map<string, number>();
  /** The time at which another server last asked for a node's brightness. */
  readonly #askedElsewhere = new Map<string, number>();
  readonly #canAskElsewhere: boolean;

  /** `canAskElsewhere`: whether a device that is not connected here may be connected to another server. */
  constructor(monotonicNow: () => number, canAskElsewhere = false) {
    this.#monotonicNow = monotonicNow;
    this.#canAskElsewhere = canAskElsewhere;
  }

  /** Makes a socket the reporter of a node, in place of the socket before; one socket may report for many nodes. */
  setReporter(socket: Socket, nodeId: string): void {
    const before = this.#reporters.get(nodeId);
    if (before === socket) return;
    if (before) this.#nodesOf.get(before.id)?.delete(nodeId);
    this.#reporters.set(nodeId, socket);
    const nodes = this.#nodesOf.get(socket.id) ?? new Set();
    this.#nodesOf.set(socket.id, nodes.add(nodeId));
  }

  /** Returns the device to pass the request on to; undefined when there is none, or after too many requests. */
  request(reader: Socket, nodeId: string): Socket | 'elsewhere' | undefined {
    const reporter = this.#reporters.get(nodeId) ?? (this.#canAskElsewhere ? 'elsewhere' : undefined);
    if (!reporter) return undefined;
    const requests = (this.#requestsOf.get(reader.id) ?? 0) + 1;
    this.#requestsOf.set(reader.id, requests);
    const waiting = this.#waitingFor(nodeId);
    if (requests > NODES.requestsPerReader || waiting.length >= NODES.waitingPerNode) return undefined;
    this.#waiting.set(nodeId, [...waiting, { reader, since: this.#monotonicNow() }]);
    return reporter;
  }

  /** Returns the readers to send a report to, once for each request; undefined when the node has another reporter. */
  takeReaders(reporter: Socket, { nodeId }: BrightnessReport): Socket[] | undefined {
    if (this.#reporters.get(nodeId) !== reporter) return undefined;
    return this.takeWaiting(nodeId);
  }

  /** Returns the readers that wait here for a report that another server received. */
  takeWaiting(nodeId: string): Socket[] {
    const waiting = this.#waitingFor(nodeId);
    this.#waiting.delete(nodeId);
    return waiting.map(({ reader }) => reader);
  }

  /**
   * Returns the device that the request of another server is passed on to. That server gets the device's next report.
   */
  requestFromElsewhere(nodeId: string): Socket | undefined {
    const reporter = this.#reporters.get(nodeId);
    if (reporter) this.#askedElsewhere.set(nodeId, this.#monotonicNow());
    return reporter;
  }

  /** Whether another server waits for this report. */
  takeElsewhere(nodeId: string): boolean {
    const askedAt = this.#askedElsewhere.get(nodeId);
    this.#askedElsewhere.delete(nodeId);
    return askedAt !== undefined && askedAt > this.#oldest();
  }

  /** Removes requests to which no device responded in time, and with them the references to their sockets. */
  sweep(): void {
    this.#requestsOf.clear();
    for (const [nodeId, askedAt] of this.#askedElsewhere) {
      if (askedAt <= this.#oldest()) this.#askedElsewhere.delete(nodeId);
    }
    for (const nodeId of this.#waiting.keys()) {
      const waiting = this.#waitingFor(nodeId);
      if (waiting.length === 0) this.#waiting.delete(nodeId);
      else this.#waiting.set(nodeId, waiting);
    }
  }

  leave(socket: Socket): void {
    for (const nodeId of this.#nodesOf.get(socket.id) ?? []) {
      if (this.#reporters.get(nodeId) === socket) this.#reporters.delete(nodeId);
    }
    this.#nodesOf.delete(socket.id);
  }

  #waitingFor(nodeId: string): WaitingReader<Socket>[] {
    const oldest = this.#oldest();
    return (this.#waiting.get(nodeId) ?? []).filter(({ since }) => since > oldest);
  }

  #oldest(): number {
    return this.#monotonicNow() - SOCKET_REQUEST_TIMEOUT_MS;
  }
}
