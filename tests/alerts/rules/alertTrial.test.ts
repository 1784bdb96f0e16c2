/** @module-tag full */
import { expect, test } from 'vitest';
import { beginWatch, type OwnNetwork, watch, type WatchState } from '#domain/alerts/alertWatch.ts';
import { AlertWorld, type Watcher } from '../support/alertWorld.ts';

// The rule by itself; `npm run lab -- faults --only falseAlerts` tries the parts of the server that have it.

const HOURS = Number(process.env.ALERT_HOURS ?? 10_000);
const SEED = Number(process.env.ALERT_SEED ?? 20_261_122);

class Rule implements Watcher {
  readonly #world: AlertWorld;
  readonly #heardAt = new Map<string, number>();
  #state: WatchState = beginWatch([]);

  constructor(world: AlertWorld) {
    this.#world = world;
    for (const { nodeId } of world.devices) this.#heardAt.set(nodeId, world.now);
  }

  hears(nodeId: string): void {
    this.#heardAt.set(nodeId, this.#world.now);
  }

  async check(network: OwnNetwork) {
    const { devices, now } = this.#world;
    const conditions = devices.map(({ nodeId, silentMs }) => ({
      id: nodeId,
      since: this.#heardAt.get(nodeId)!,
      holdsMs: silentMs,
    }));
    const { state, news } = watch(this.#state, { now, conditions, network, isQuiet: false });
    this.#state = state;
    return { silent: news.begun, back: news.over };
  }

  async restarts(clockOffMs: number): Promise<void> {
    const { devices, now } = this.#world;
    this.#state = beginWatch(devices.flatMap(({ nodeId, isTold }) => (isTold ? [nodeId] : [])));
    // Ages from before the start are as wrong as the clock.
    for (const [nodeId, heardAt] of this.#heardAt) this.#heardAt.set(nodeId, Math.min(now, heardAt - clockOffMs));
  }
}

test(`no false alert in ${HOURS} hours and every true one within a minute (ALERT_SEED=${SEED})`, async () => {
  const world = new AlertWorld(SEED, (of) => new Rule(of));
  await world.run(HOURS);
  expect(world.falseAlerts, `seed ${SEED}`).toEqual([]);
  expect(world.lateAlerts, `seed ${SEED}`).toEqual([]);
  expect(world.alerts).toBeGreaterThan(HOURS / 10);
  // Nodes that fell silent together came in one message.
  expect(world.messages).toBeLessThan(world.alerts);
});
