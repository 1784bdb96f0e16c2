import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '#server/cli/commandLine.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { jpeg } from '../pictures/images.ts';
import { PhotoClient } from './photoClient.ts';
import { startTestServer } from './testServer.ts';

/** A data folder with an album of two photos, as its server left it; tests work on copies. */
export class CareLibrary {
  readonly folder: string;
  readonly album: Album;
  readonly photos: Photo[];
  readonly pictures: Record<string, Buffer>;

  private constructor(library: Pick<CareLibrary, 'folder' | 'album' | 'photos' | 'pictures'>) {
    this.folder = library.folder;
    this.album = library.album;
    this.photos = library.photos;
    this.pictures = library.pictures;
  }

  static async make(): Promise<CareLibrary> {
    const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-library-'));
    const server = await startTestServer({ dataDir: folder });
    const client = await PhotoClient.on(server);
    const album = await client.createAlbum({ slug: 'garden' });
    const pictures = { 'a.jpg': await jpeg({ seed: 1 }), 'b.jpg': await jpeg({ seed: 2 }) };
    const { photos } = (await client.upload(album.id, pictures)).body;
    await server.close();
    return new CareLibrary({ folder, album, photos, pictures });
  }

  async copy(): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-care-'));
    await cp(this.folder, dataDir, { recursive: true, preserveTimestamps: true });
    return dataDir;
  }

  /** The folder of the album's first photo, or of another, below a data folder. */
  photoFolder(dataDir: string, photo = this.photos[0]): string {
    return join(dataDir, 'photos', 'library', this.album.id, photo?.filename.replace('.jpg', '') ?? '');
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** An operator's command as its process would end, without the price of a process. */
export async function command(args: string[], variables: Record<string, string>) {
  const said = { stdout: '', stderr: '' };
  const code = await runCommandLine(args, {
    settings: () => readSettings({ LOG_LEVEL: 'silent', ...variables }),
    print: (line) => (said.stdout += `${line}\n`),
    printError: (text) => (said.stderr += `${text}\n`),
  });
  return { code, ...said };
}
