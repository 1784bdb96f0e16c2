import type { Core } from '#server/core/core.ts';
import { holdWrites } from '#server/core/db/installation.ts';
import { justUpdated } from '#server/core/hold.ts';
import type { ListeningServer, Stop } from '#server/core/listening.ts';
import { repeat } from '#server/core/repeating.ts';
import { becomeVersion, CONFIRMED } from './runVersion.ts';
import { readUpdates } from './updateFile.ts';
import { isUnderWay, isHandingOver } from './updateSteps.ts';

/** Call in commands that write: their changes would be lost if the new version were replaced by the old one. */
export function requireSettled(dataDir: string): void {
  if (isUnderWay(readUpdates(dataDir))) throw justUpdated();
}

const CHECK_EVERY_MS = 500;
/** Max time to finish open requests while another version waits to start; new ones wait. */
const END_MS = 3_000;

type Parts = Pick<Core, 'settings' | 'hold' | 'db'>;

/**
 * The server's part in updates. A supervised server reports its address, rejects writes until it is confirmed, and ends
 * with its supervisor. Each server stops when an update asks it to.
 */
export async function takePartInUpdates(
  { settings, hold, db }: Parts,
  { port, secure, stop }: Pick<ListeningServer, 'port' | 'secure' | 'stop'>,
): Promise<void> {
  if (settings.databaseUrl !== undefined) return;
  if (hold.refusesWrites) await holdWrites(db, true);
  process.once('disconnect', () => stop(0));
  process.on('message', (message) => {
    if (message === CONFIRMED) void holdWrites(db, false).then(() => hold.end());
  });
  const host = /^(?:0\.0\.0\.0|::)$/.test(settings.host) ? '127.0.0.1' : settings.host;
  const name = host.includes(':') ? `[${host}]` : host;
  process.send?.({ listens: `${secure ? 'https' : 'http'}://${name}:${port}` });
  const { dataDir } = settings;
  const stopChecking = repeat(CHECK_EVERY_MS, () => {
    if (!isHandingOver(readUpdates(dataDir))) return;
    void stopChecking();
    handOver(dataDir, stop);
  });
}

/** The supervisor starts the other version; without one, this process becomes it. */
function handOver(dataDir: string, stop: Stop): void {
  const go = () => (process.connected ? process.exit(0) : becomeVersion(dataDir, null));
  setTimeout(go, END_MS);
  stop(0, go);
}
