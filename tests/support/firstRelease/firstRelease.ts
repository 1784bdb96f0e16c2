import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The commands sent to the first release when data.tar.gz was made with it, and its responses. README.md explains the
 * steps.
 */
export const FIRST_RELEASE = {
  kioskKey: '31166917788712f7f7997cd36f88d13b72b55212eabb134f',
  revokedKey: 'f1bab59d6e60040f2df68a360abeee9e913dfe5aef0e2254',
  nodeId: 'lamp-1',
  adminEmail: 'owner@example.org',
  album: 'summer-2024',
  albumBelow: 'summer-2024-evening',
  photos: [
    { filename: 'photo-1-582ead6f584d8a29a0056e940672d205.jpg', albumSlug: 'summer-2024' },
    { filename: 'photo-2-3c600d0c0989dc0517d2ef339ccc1e3c.jpg', albumSlug: 'summer-2024' },
    { filename: 'photo-3-65e9b12d1effe0cd7f0564379f5851c1.jpg', albumSlug: 'summer-2024' },
    { filename: 'photo-4-648d4e66d52567bcc8404e486666eefd.jpg', albumSlug: 'summer-2024-evening' },
  ],
} as const;

/** Unpacks the first release's built app, or a data folder it wrote, into a new folder for the caller to remove. */
export function unpackFirstRelease(part: 'app' | 'data'): string {
  const folder = mkdtempSync(join(tmpdir(), `circuit-tree-first-release-${part}-`));
  const archive = fileURLToPath(new URL(`./${part}.tar.gz`, import.meta.url));
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${archive} could not be unpacked: ${stderr}`);
  return folder;
}
