import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/core/db/open.ts';
import { AlertingServer } from './alertingServer.ts';
import { AlertWorld } from '#tests/alerts/support/alertWorld.ts';
import type { Fault } from '../fault.ts';

const SEED = 20_261_123;

/** Nodes that break, power strips, restarts with wrong clocks, stalls, a machine asleep, a lost network of its own. */
export const falseAlerts: Fault = {
  id: 'falseAlerts',
  slow: true,
  name: 'alerts of silent nodes, while nodes and the server fail',
  run: async ({ alertHours }) => {
    const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-alerts-'));
    const { db } = await openDatabase(folder);
    try {
      let server: AlertingServer | undefined;
      const world = new AlertWorld(SEED, (of) => (server = new AlertingServer(db, of)));
      await server?.begin();
      await world.run(alertHours);
      const { alerts, messages, falseAlerts: unfounded, lateAlerts: late } = world;
      return {
        figures: { hours: alertHours, alerts, messages, false: unfounded.length, 'too late': late.length, seed: SEED },
        broken: [
          ...unfounded.map((alert) => `false alert: ${alert}`),
          ...late.map((alert) => `no alert within a minute: ${alert}`),
          ...(alerts < alertHours / 10 ? [`only ${alerts} alerts: nothing was tried`] : []),
        ],
      };
    } finally {
      await db.destroy();
      await rm(folder, { recursive: true });
    }
  },
};
