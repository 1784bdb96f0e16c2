import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { encodedVideo } from './encoding.ts';

/**
 * Makes tests/clips/support/clip.mp4, from which the tests put all other videos together: one second of H.264, 160 × 120
 * pixels. `node lab/clips/fixture.ts`
 */

const FILE = fileURLToPath(new URL('../../tests/clips/support/clip.mp4', import.meta.url));

const file = await encodedVideo(
  { codec: 'avc1.42001e', width: 160, height: 120, bitrate: 40_000, framerate: 12, frames: 12, shows: 'square' },
  () => 1,
);
await writeFile(FILE, file);
console.log(`${FILE}: ${file.length} bytes`);
