import { clipPath } from '#contract/clips/clips.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { START_MS, STILL_FIRST_MS } from '#domain/clips/playing.ts';
import { jpeg } from '#support/pictures/images.ts';
import { withClip } from '#tests/clips/support/clipUploads.ts';
import { video } from '#tests/clips/support/videos.ts';
import type { Journey } from '../engines/journey.ts';
import { pause, type Screen } from '../engines/screen.ts';
import type { World } from '../engines/world.ts';
import { sendWithClip } from './movingAlbum.ts';

const PHOTOS = 3;
/** Slower than on a real tablet, so that a look every 200 ms sees it. */
const SLOWER = 2;
const CLIP_MS = 1_000 * SLOWER;
const SPARE_MS = 1_000;
const STORED_WITHIN_MS = 60_000;
const NEXT = { x: 980, y: 400 };

const HAS_CLIP = 'document.querySelector("dialog video[src]") !== null';
/** Runs in the page: counts its frames in which a clip was on screen, and those in which neither clip nor still was. */
const WATCH = `(() => {
  const seen = (window.seenFrames = { clip: 0, bare: 0 });
  const look = () => {
    const clip = document.querySelector('dialog video[data-playing]');
    const still = document.querySelector('dialog img[data-front]');
    if (clip) seen.clip += 1;
    else if (!still || !still.complete || still.naturalWidth === 0) seen.bare += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return true;
})()`;
const BREAK = `(() => {
  HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no codec', 'NotSupportedError'));
  return true;
})()`;

interface Moving {
  url: string;
  /** The paths of its clips. */
  clips: string[];
}

/** An album in which every photo moves. */
async function movingAlbum({ api, ...world }: World): Promise<Moving> {
  const { id, slug } = await api.createAlbum('Moving', 'moving');
  const clip = await video({ slower: SLOWER });
  const photos: Photo[] = [];
  for (let seed = 1; seed <= PHOTOS; seed += 1) {
    const picture = await jpeg({ seed, width: 1024, height: 768 });
    photos.push(...(await sendWithClip(api, id, withClip(picture, clip, `${seed}.jpg`))));
  }
  return {
    url: world.kioskUrl(`/photos/${slug}`, '&slideshow=true'),
    clips: photos.map(({ filename }) => clipPath({ albumSlug: slug, filename })),
  };
}

async function seenFrames(screen: Screen): Promise<{ clip: number; bare: number }> {
  return JSON.parse(String(await screen.look('JSON.stringify(window.seenFrames)')));
}

/** Goes on to the next photo: its still stands alone, then there is time for its clip, then it stands alone again. */
async function nextPhoto(screen: Screen): Promise<{ clip: number; bare: number }> {
  // The slideshow's own picture: its first frame takes no press.
  await screen.see('the slideshow', 'document.querySelector("dialog img[data-front]") !== null');
  const before = await screen.photo();
  await screen.pressAt(NEXT.x, NEXT.y);
  const still = await screen.photo(before);
  await screen.see('its still alone', `!(${HAS_CLIP})`);
  await screen.look(WATCH);
  await pause(STILL_FIRST_MS + START_MS + CLIP_MS + SPARE_MS);
  await screen.see('its still again', `opaque()[0] === ${JSON.stringify(still)} && !(${HAS_CLIP})`, SPARE_MS);
  return seenFrames(screen);
}

/** Photos that move, without a server: on a wall whose browser may lack H.264, and on one that fails to play. */
export const clipJourney: Journey = {
  id: 'clips',
  what: 'photos that move, with the server dead: the still stands, the clip plays once where the engine can, and the still stands again; where playing fails the still stays',
  run: async (screen, world) => {
    const { url, clips } = await movingAlbum(world);
    await screen.open(url);
    await screen.see('a worker', 'Boolean(navigator.serviceWorker.controller)');
    const areStored = `(await Promise.all(${JSON.stringify(clips)}.map((path) => caches.match(path)))).every(Boolean)`;
    await screen.see('every clip stored', areStored, STORED_WITHIN_MS);
    await world.server.stop('SIGKILL');
    await screen.browser.restart();
    await screen.open(url);
    const canPlay = await screen.look(`document.createElement('video').canPlayType('video/mp4; codecs="avc1.42001e"')`);
    const playable = await nextPhoto(screen);
    if (playable.bare > 0) throw new Error(`${playable.bare} frames had neither still nor clip`);
    if (canPlay !== '' && playable.clip === 0) throw new Error('The engine can play H.264, and no clip was on screen');
    await screen.look(BREAK);
    const broken = await nextPhoto(screen);
    if (broken.clip > 0 || broken.bare > 0) throw new Error('A clip that cannot be played took its still away');
    await world.server.start();
    return { 'H.264': canPlay === '' ? 'no' : 'yes', clip: playable.clip > 0 ? 'plays' : 'stands still' };
  },
};
