import type { Leader } from './db/cluster.ts';
import { UserError } from './errors.ts';
import { READING_METHODS } from './http/security/origins.ts';
import type { TypedApp } from './http/typedApp.ts';

const REFUSED = 503;
const JUST_UPDATED = 'The server has just been updated and takes changes again in a minute: please try again then';

/**
 * The restrictions of a new version. Until it is confirmed it rejects writes, so that nothing is lost when it is
 * replaced again (but pings, which devices send again anyway), and does no background work such as sending alerts. In a
 * trial on a copy it accepts writes.
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

  /** A server that is not the leader leaves background work to another. */
  neverLeaderWhileHeld(leader: Leader): Leader {
    return { isHere: () => this.#stage === undefined && leader.isHere() };
  }
}

export function refuseWritesWhile(hold: Hold, app: TypedApp): void {
  app.addHook('onRequest', async (request) => {
    const isWrite = !READING_METHODS.includes(request.method) && request.routeOptions.config.whileHeld !== true;
    if (hold.refusesWrites && isWrite) throw justUpdated();
  });
}

export function justUpdated(): UserError {
  return new UserError(REFUSED, JUST_UPDATED);
}
