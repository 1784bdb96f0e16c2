import { CLIP_CACHE } from '#contract/clips/clipCache.ts';
import type { Apply } from '../../walls/mishap.ts';
import { pick } from '../../walls/world/clock.ts';
import type { Storage } from '../../walls/world/storage.ts';
import type { Decoder } from '../../walls/world/video.ts';
import { clipServerOf } from './clipServer.ts';

const MINUTE_MS = 60_000;
const DECODERS: Decoder[] = ['draws nothing', 'halts', 'refuses'];

/** Mishaps of clips. None may do more than leave the still. */
export const CLIP_MISHAPS: Readonly<Record<string, Apply>> = {
  'photos stand still for a while, and clips are evicted': ({ server, storage }, random) => {
    const turn = (clips: 'once' | 'off') => {
      server.settings = { ...server.settings, clips };
      server.tell('settings');
    };
    turn('off');
    evictClips(storage, random);
    return { lastsMs: (5 + random() * 20) * MINUTE_MS, undo: () => turn('once') };
  },
  'clips come in pieces': (world, random) => {
    const clips = clipServerOf(world);
    clips.isInPieces = true;
    return { lastsMs: (5 + random() * 30) * MINUTE_MS, undo: () => (clips.isInPieces = false) };
  },
  'clips cannot be drawn': ({ browser }, random) => {
    browser.decoder = pick(DECODERS, random);
    return { lastsMs: (5 + random() * 20) * MINUTE_MS, undo: () => (browser.decoder = 'fine') };
  },
  'the browser evicts the clips of an album': ({ storage }, random) => {
    evictClips(storage, random);
    return {};
  },
  'the disk is full, and photos are added': (world, random) => {
    const { server, storage } = world;
    const clips = clipServerOf(world);
    storage.quota = storage.used;
    const { id, slug, photos } = pick(server.albums, random);
    server.addPhoto(id);
    clips.needed = { albumSlug: slug, filename: photos.at(-1) ?? '' };
    server.tell('albums');
    const undo = () => {
      storage.quota = Infinity;
      clips.needed = undefined;
    };
    return { changesAlbums: true, lastsMs: 30 * MINUTE_MS, undo, evicts: true };
  },
};

function evictClips(storage: Storage, random: () => number): void {
  const clips = [...storage.caches.keys()].filter((name) => name.includes(CLIP_CACHE));
  if (clips.length > 0) storage.evict(pick(clips, random));
}
