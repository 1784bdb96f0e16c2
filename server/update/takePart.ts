import { repeat } from '../repeating.ts';
import type { Settings } from '../settings/settings.ts';
import type { Hold } from './hold.ts';
import { becomeVersion, CONFIRMED } from './runVersion.ts';
import { readUpdates } from './updateFile.ts';
import { isHandingOver } from './updateSteps.ts';

const LOOK_EVERY_MS = 500;
/** Requests in progress get no more time where another version waits: meanwhile nobody else is answered. */
const END_MS = 3_000;

/** Stops the server as a signal does. Afterwards the process calls `then`, or exits with the code. */
export type Stop = (exitCode: number, then?: () => void) => void;

interface Parts {
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'host'>;
  hold: Hold;
}

interface Serving {
  port: number;
  secure: boolean;
  /** Has the database refuse every write of this process, or take them again. */
  holdWrites: (isHeld: boolean) => Promise<void>;
  stop: Stop;
}

/**
 * The server's part in updates. One that is watched tells where it listens, takes no writes until it is confirmed, and
 * ends with the process that watches it. Each gives way when an update wants to.
 */
export async function takePartInUpdates(parts: Parts, { port, secure, holdWrites, stop }: Serving): Promise<void> {
  const { settings, hold } = parts;
  if (settings.databaseUrl !== undefined) return;
  if (hold.refusesWrites) await holdWrites(true);
  process.once('disconnect', () => stop(0));
  process.on('message', (message) => {
    if (message === CONFIRMED) void holdWrites(false).then(() => hold.end());
  });
  const host = /^(?:0\.0\.0\.0|::)$/.test(settings.host) ? '127.0.0.1' : settings.host;
  const name = host.includes(':') ? `[${host}]` : host;
  process.send?.({ listens: `${secure ? 'https' : 'http'}://${name}:${port}` });
  const { dataDir } = settings;
  const stopLooking = repeat(LOOK_EVERY_MS, () => {
    if (!isHandingOver(readUpdates(dataDir))) return;
    void stopLooking();
    handOver(dataDir, stop);
  });
}

/** The process that watches this one starts the other version, or else this process becomes it. */
function handOver(dataDir: string, stop: Stop): void {
  const go = () => (process.connected ? process.exit(0) : becomeVersion(dataDir, null));
  setTimeout(go, END_MS);
  stop(0, go);
}
