import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { nodeRepository } from '#server/nodes/registry/nodeRepository.ts';
import { renderApp, signInBrowser, startScreenServer } from './renderApp.tsx';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';

export const HEALTH_PATH = '/admin/circuit-tree/health';

/** A server that knows nodes of every kind before it starts, by their ages at `savedAt`; null: never heard. */
export function serverWithNodes(
  nodes: [nodeId: string, ageMs: number | null][],
  savedAt: number = Date.now(),
): Promise<ServerProcess> {
  return serverOn(async (dataDir) => {
    const { db } = await openDatabase(dataDir);
    const saved = nodes.map(([nodeId, ageMs]) => ({
      nodeId,
      lastHeartbeat: ageMs === null ? null : savedAt - ageMs,
      brightness: null,
      keyId: null,
    }));
    await nodeRepository(db).save({ nodes: saved, days: [] });
    await db.destroy();
  });
}

/** A server on a data folder that was filled before its first start. */
export async function serverOn(fill: (dataDir: string) => Promise<void>): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'circuit-tree-'));
  await fill(dataDir);
  return startScreenServer({ dataDir });
}

export async function openHealth(server: ServerProcess) {
  const user = await signInBrowser(server);
  return { ...(await renderApp(HEALTH_PATH, server)), token: user.token };
}
