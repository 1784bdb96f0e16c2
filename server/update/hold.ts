import { READING_METHODS } from '../http/security/csrf.ts';
import { UserError } from '../errors.ts';
import type { TypedApp } from '../http/typedApp.ts';
import { readUpdates } from './updateFile.ts';
import { isUnderWay } from './updateSteps.ts';

const REFUSED = 503;
const JUST_UPDATED = 'The server has just been updated and takes changes again in a minute: please try again then';

/**
 * The beginning of a new version: until it is confirmed it refuses writes, so that nothing is lost when it gives way, and
 * does nothing that no request asks for, such as sending alerts. In a trial on a copy it takes writes.
 */
export class Hold {
  #stage: string | undefined;

  constructor(stage?: string) {
    this.#stage = stage;
  }

  get refusesWrites(): boolean {
    return this.#stage === 'watched';
  }

  end(): void {
    this.#stage = undefined;
  }

  /** A server that is not the first leaves to another what no request asks for. */
  peersOf<Peers extends { isFirst(): boolean }>(peers: Peers): Peers {
    if (this.#stage === undefined) return peers;
    return { ...peers, isFirst: () => this.#stage === undefined && peers.isFirst() };
  }
}

export function refuseWritesWhile(hold: Hold, app: TypedApp): void {
  app.addHook('onRequest', async (request) => {
    if (hold.refusesWrites && !READING_METHODS.includes(request.method)) throw new UserError(REFUSED, JUST_UPDATED);
  });
}

/** Call in commands that write: their changes would be lost when the new version gives way to the old one. */
export function requireSettled(dataDir: string): void {
  if (isUnderWay(readUpdates(dataDir))) throw new UserError(REFUSED, JUST_UPDATED);
}
