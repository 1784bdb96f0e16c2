import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** One picture, linked to the place of each photo's thumbnail. */
export async function linkThumbnails(dataDir: string, albumId: string, filenames: readonly string[]): Promise<void> {
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#45c296' } })
    .jpeg()
    .toBuffer();
  const file = join(dataDir, 'thumbnail.jpg');
  writeFileSync(file, picture);
  for (const filename of filenames) {
    const folder = join(dataDir, 'photos/library', albumId, filename.replace(/\.jpg$/, ''));
    mkdirSync(folder, { recursive: true });
    linkSync(file, join(folder, 'thumbnail.jpg'));
  }
}
