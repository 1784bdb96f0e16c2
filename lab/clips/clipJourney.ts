import { STILL_FIRST_MS, START_MS } from '#domain/clips/playing.ts';
import { withClip } from '#support/clips/clipUploads.ts';
import { video } from '#support/clips/videos.ts';
import { jpeg } from '#support/pictures/images.ts';
import type { Journey } from '../engines/journey.ts';
import { pause, type Screen } from '../engines/screen.ts';
import type { World } from '../engines/world.ts';
import { sendWithClip } from './movingAlbum.ts';

const PHOTOS = 3;
const CLIP_MS = 1_000;
const SPARE_MS = 1_000;
const NEXT = { x: 980, y: 400 };

const HAS_CLIP = 'document.querySelector("dialog video[src]") !== null';
/** Runs in the page: whether a frame of a clip was on screen since. */
const WATCH = `(() => {
  window.clipsPlayed = 0;
  new MutationObserver(() => {
    if (document.querySelector('dialog video[data-playing]')) window.clipsPlayed += 1;
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-playing'] });
  return true;
})()`;
const BREAK = `(() => {
  HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no codec', 'NotSupportedError'));
  return true;
})()`;

/** An album in which every photo moves; the address of its slideshow. */
async function movingAlbum({ api, ...world }: World): Promise<string> {
  const album = await api.createAlbum('Moving', 'moving');
  for (let seed = 1; seed <= PHOTOS; seed += 1) {
    const picture = await jpeg({ seed, width: 1024, height: 768 });
    await sendWithClip(api, album.id, withClip(picture, await video(), `${seed}.jpg`));
  }
  return world.kioskUrl(`/photos/${album.slug}`, '&slideshow=true');
}

/** The still is there before its clip, and again once the time of the clip has passed. */
async function expectStill(screen: Screen, before: string): Promise<string> {
  const still = await screen.photo(before);
  await screen.see('its still alone', `opaque().includes(${JSON.stringify(still)}) && !(${HAS_CLIP})`);
  await pause(STILL_FIRST_MS + START_MS + CLIP_MS + SPARE_MS);
  await screen.see('its still again', `opaque()[0] === ${JSON.stringify(still)} && !(${HAS_CLIP})`, SPARE_MS);
  return still;
}

/** Photos that move, on a wall whose browser may lack H.264, and on one that fails to play. */
export const clipJourney: Journey = {
  id: 'clips',
  what: 'photos that move: the still stands, the clip plays once where the engine can, and the still is there again; also where playing fails',
  run: async (screen, world) => {
    await screen.open(await movingAlbum(world));
    const before = await screen.photo();
    await screen.look(WATCH);
    const canPlay = await screen.look(`document.createElement('video').canPlayType('video/mp4; codecs="avc1.42001e"')`);
    await screen.pressAt(NEXT.x, NEXT.y);
    const first = await expectStill(screen, before);
    const played = Number(await screen.look('window.clipsPlayed'));
    await screen.look(BREAK);
    await screen.pressAt(NEXT.x, NEXT.y);
    await expectStill(screen, first);
    return { 'H.264': canPlay === '' ? 'no' : 'yes', clip: played > 0 ? 'played' : 'stood still' };
  },
};
