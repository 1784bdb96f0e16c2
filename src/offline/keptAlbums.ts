import type { KeptAlbum, KeptAlbums } from '#domain/albums/keepOrder.ts';
import { createObservable, useObservable } from '../state/observable.ts';

const kept = createObservable<KeptAlbums>(new Map());

export function useKeptAlbums(): KeptAlbums {
  return useObservable(kept);
}

export function keptAlbum(id: string): KeptAlbum | undefined {
  return kept.get().get(id);
}

export function noteKept(id: string, album: KeptAlbum): void {
  const before = keptAlbum(id);
  if (before?.photos === album.photos && before.missing === album.missing) return;
  kept.set(new Map(kept.get()).set(id, album));
}
