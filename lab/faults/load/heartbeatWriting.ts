import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { openDependencies } from '#support/server/library.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/nodes/socketEvents.ts';
import { type Fault, onServer } from '../fault.ts';
import { bytesWrittenBy } from './processTable.ts';

const NODES = 12;
const MOST_MB_A_DAY = 50;
const SECONDS_A_DAY = 86_400;

/** A dozen devices that report every second, as in a household. */
export const heartbeatWriting: Fault = {
  id: 'heartbeatWriting',
  slow: true,
  name: 'what heartbeats write',
  run: ({ heartbeatSeconds }) =>
    onServer(async (server) => {
      const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(`${server.origin}/nodes`, {
        query: { token: await nodeKey(server.dataDir) },
        transports: ['websocket'],
      });
      let brightness = 0;
      const beat = setInterval(() => {
        brightness += 1;
        for (let node = 0; node < NODES; node += 1) socket.emit('heartbeat', { nodeId: `node-${node}`, brightness });
      }, 1_000);
      // The first write adds the nodes; all later days count.
      await wait(5_000);
      const before = bytesWrittenBy(server.pid ?? 0);
      await wait(heartbeatSeconds * 1_000);
      const written = bytesWrittenBy(server.pid ?? 0) - before;
      clearInterval(beat);
      socket.disconnect();
      const megabytes = Math.round((written / 1e6 / heartbeatSeconds) * SECONDS_A_DAY);
      const broken = megabytes > MOST_MB_A_DAY ? [`${megabytes} MB a day`] : [];
      return { figures: { nodes: NODES, seconds: heartbeatSeconds, 'a day': `${megabytes} MB` }, broken };
    }),
};

async function nodeKey(dataDir: string): Promise<string> {
  const dependencies = await openDependencies(readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  try {
    return await dependencies.keys.create('devices', 'node');
  } finally {
    await dependencies.close();
  }
}
