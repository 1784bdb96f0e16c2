import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/core/db/open.ts';
import { nodeRepository } from '#server/nodes/registry/nodeRepository.ts';
import { renderApp, type ScreenServer, signInBrowser, startScreenServer } from './renderApp.tsx';

export const HEALTH_PATH = '/admin/circuit-tree/health';

/** A data folder with nodes of every kind, by their ages at `savedAt`; null: never heard. */
export function folderWithNodes(
  nodes: [nodeId: string, ageMs: number | null][],
  savedAt: number = Date.now(),
): Promise<string> {
  return filledFolder(async (dataDir) => {
    const { db } = await openDatabase(dataDir);
    const saved = nodes.map(([nodeId, ageMs]) => ({
      nodeId,
      lastHeartbeat: ageMs === null ? null : savedAt - ageMs,
      brightness: null,
      keyId: null,
    }));
    await nodeRepository(db).save(saved);
    await db.destroy();
  });
}

/** A server that knows these nodes before it starts. */
export async function serverWithNodes(...nodes: Parameters<typeof folderWithNodes>): Promise<ScreenServer> {
  return startScreenServer(await folderWithNodes(...nodes));
}

/** A server on a data folder that was filled before its first start. */
export async function serverOn(fill: (dataDir: string) => Promise<void>): Promise<ScreenServer> {
  return startScreenServer(await filledFolder(fill));
}

async function filledFolder(fill: (dataDir: string) => Promise<void>): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'circuit-tree-'));
  await fill(dataDir);
  return dataDir;
}

export async function openHealth(server: { origin: string }) {
  const user = await signInBrowser(server);
  return { ...(await renderApp(HEALTH_PATH, server)), token: user.token };
}
