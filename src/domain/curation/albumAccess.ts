import type { Album } from '#contract/photos/schemas.ts';
import { type AlbumChoice, albumChoices } from '#domain/curation/albumChoices.ts';
import { countOf } from '#domain/curation/counts.ts';
import { someNames } from '#domain/text/someNames.ts';

export interface AccessChoice extends AlbumChoice {
  /** `covered`: visible, because an album above it is chosen. */
  state: 'chosen' | 'covered' | 'none';
}

/** Every album, each before those below it, with whether somebody with these albums may see it. */
export function accessChoices(albums: readonly Album[], albumIds: readonly string[]): AccessChoice[] {
  const chosen = new Set(albumIds);
  const coveredBelow: number[] = [];
  return albumChoices(albums).map((choice): AccessChoice => {
    while ((coveredBelow.at(-1) ?? -1) >= choice.depth) coveredBelow.pop();
    const isCovered = coveredBelow.length > 0;
    const isChosen = chosen.has(choice.album.id);
    if (isChosen) coveredBelow.push(choice.depth);
    const { album, depth, path } = choice;
    return { album, depth, path, state: isCovered ? 'covered' : isChosen ? 'chosen' : 'none' };
  });
}

/** Chooses an album with all below it, or removes it again. */
export function withAlbumToggled(albums: readonly Album[], albumIds: readonly string[], albumId: string): string[] {
  const others = albumIds.filter((id) => id !== albumId);
  if (others.length < albumIds.length) return others;
  const after = accessChoices(albums, [...albumIds, albumId]);
  const covered = new Set(after.filter(({ state }) => state === 'covered').map(({ album }) => album.id));
  return [...others.filter((id) => !covered.has(id)), albumId];
}

/** 'All albums', 'Summer and Winter', 'Summer, Winter and 3 more'. Deleted albums are not counted. */
export function accessText(albums: readonly Album[], albumIds: readonly string[] | null): string {
  if (albumIds === null) return 'All albums';
  const chosen = accessChoices(albums, albumIds).filter(({ state }) => state === 'chosen');
  return someNames(chosen.map(({ album }) => album.name)) ?? 'No albums';
}

/** Says which part of the library somebody with these albums may see. */
export function accessCount(albums: readonly Album[], albumIds: readonly string[]): string {
  const seen = accessChoices(albums, albumIds).filter(({ state }) => state !== 'none');
  const photos = seen.reduce((sum, { album }) => sum + (album.photoCount ?? 0), 0);
  return `${countOf(seen.length, 'album')}, ${countOf(photos, 'photo')}`;
}

/** The albums that a tablet may see, each before those below it, indented from the first visible level. */
export function visibleChoices(albums: readonly Album[], albumIds: readonly string[] | null): AlbumChoice[] {
  if (albumIds === null) return albumChoices(albums);
  let chosenDepth = 0;
  return accessChoices(albums, albumIds).flatMap(({ state, album, depth, path }) => {
    if (state === 'none') return [];
    if (state === 'chosen') chosenDepth = depth;
    return [{ album, path, depth: depth - chosenDepth }];
  });
}
