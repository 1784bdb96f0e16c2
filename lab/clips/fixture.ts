import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { encodedVideo, type EncodedSettings } from './encoding.ts';

/**
 * Makes the videos of tests/clips/support: clip.mp4, from which the tests put all others together, and fromBlack.mp4, which
 * is wider and faster than a clip may be. `node lab/clips/fixture.ts clip.mp4`
 */

const VIDEOS: Readonly<Record<string, EncodedSettings>> = {
  'clip.mp4': {
    codec: 'avc1.42001e',
    width: 160,
    height: 120,
    bitrate: 40_000,
    framerate: 12,
    frames: 12,
    shows: 'square',
  },
  'fromBlack.mp4': {
    codec: 'avc1.420028',
    width: 2304,
    height: 144,
    bitrate: 200_000,
    framerate: 60,
    frames: 60,
    shows: 'square',
    blackFrames: 20,
  },
};

for (const name of process.argv.slice(2)) {
  const settings = VIDEOS[name];
  if (!settings) throw new Error(`Not one of ${Object.keys(VIDEOS).join(', ')}: ${name}`);
  const file = fileURLToPath(new URL(`../../tests/clips/support/${name}`, import.meta.url));
  const bytes = await encodedVideo(settings, () => 1);
  await writeFile(file, bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}
