import { subject } from '#server/core/subject.ts';
import { photos } from '#server/photos/index.ts';
import { clipKind } from './clipKind.ts';
import { registerClipRoute } from './clipRoutes.ts';

/** The short videos of photos that move: they are taken, checked and served with their photos. */
export const clips = subject('clips', (core) => {
  const { decoder, finder, store } = photos.of(core).photos;
  core.slots.companions.add(clipKind(decoder));
  core.slots.bareRoutes.add((app) => registerClipRoute(app, { finder, store }));
});
