import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../../scripts/run/apiClient.ts';
import { ServerProcess } from '../../scripts/run/serverProcess.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { boardPicture } from '../../tests/support/pictures/boardCamera.ts';
import { jpeg } from '../../tests/support/pictures/images.ts';
import { Operator } from '../../tests/support/server/operator.ts';

const PHOTOS = 6;

/** The real server with the built app, and an album with photos on it. */
export interface World {
  server: ServerProcess;
  /** Signed in as an admin. */
  api: ApiClient;
  operator: Operator;
  album: Album;
  /** A picture of a game's board. */
  boardFile: string;
  kioskUrl(path?: string, extra?: string, key?: string): string;
  frameUrl(): string;
  dispose(): Promise<void>;
}

export async function makeWorld(): Promise<World> {
  const server = await new ServerProcess().start();
  const api = await ApiClient.signedIn(server.origin);
  const album = await api.createAlbum('Journeys', 'journeys');
  const files = await Promise.all(
    Array.from({ length: PHOTOS }, async (_, seed) => ({
      name: `${seed}.jpg`,
      bytes: Uint8Array.from(await jpeg({ seed: seed + 1, width: 1024, height: 683 })),
    })),
  );
  await api.upload(album.id, files);
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-engines-'));
  const boardFile = join(folder, 'board.jpg');
  writeFileSync(boardFile, await boardPicture({ width: 1280, height: 960 }).jpeg().toBuffer());
  return {
    server,
    api,
    operator: new Operator(server.dataDir),
    album,
    boardFile,
    kioskUrl: (path = '', extra = '', key = server.kioskKey) =>
      `${server.origin}/circuit-tree${path}?apiKey=${encodeURIComponent(key)}${extra}`,
    frameUrl: () => `${server.origin}/frame?apiKey=${encodeURIComponent(server.kioskKey)}`,
    dispose: async () => {
      await server.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
