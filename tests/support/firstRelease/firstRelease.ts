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

/** The same commands, sent to the last version whose schema was 016, when data016.tar.gz was made with it. */
export const SCHEMA_016 = {
  ...FIRST_RELEASE,
  kioskKey: '36e44144d7430b0355dde23c80e7eebb1594798b27048917',
  revokedKey: '7ee12944694a49c885afc676273ab42eb81577d23ef144ec',
  photos: [
    { filename: 'photo-1-3dd7ff96781bb2a69c3ba81a79a59133.jpg', albumSlug: 'summer-2024' },
    { filename: 'photo-2-dec7880763801a9527481a786450259b.jpg', albumSlug: 'summer-2024' },
    { filename: 'photo-3-9e2df58176f258c78cd87edf831dacae.jpg', albumSlug: 'summer-2024' },
    { filename: 'photo-4-ed91d27b48f5294464485134f9ea37a7.jpg', albumSlug: 'summer-2024-evening' },
  ],
} as const;

/** Unpacks the first release's built app, or a data folder it or schema 016 wrote, into a new folder for the caller to remove. */
export function unpackFirstRelease(part: 'app' | 'data' | 'data016'): string {
  const folder = mkdtempSync(join(tmpdir(), `circuit-tree-first-release-${part}-`));
  const archive = fileURLToPath(new URL(`./${part}.tar.gz`, import.meta.url));
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${archive} could not be unpacked: ${stderr}`);
  return folder;
}
