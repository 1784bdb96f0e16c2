import type { State } from './state.ts';

/** Stands for any chosen cover that is deleted for good. */
const GONE = -1;

/**
 * The state in the form that it shares with all states in which nobody can see a difference, so that calls at once leave
 * few. The order in which photos were stored matters only among those with the same content.
 */
export function canonical(state: State): State {
  const photos = state.photos.toSorted((one, other) => one.content - other.content || one.serial - other.serial);
  const serials = new Map(photos.map(({ serial }, place) => [serial, place + 1]));
  const albums = state.albums.map((album) => ({
    ...album,
    cover: album.cover === null ? null : (serials.get(album.cover) ?? GONE),
  }));
  return {
    albums: albums.sort((one, other) => (one.key < other.key ? -1 : 1)),
    photos: photos.map((photo, place) => ({ ...photo, serial: place + 1 })),
    former: Object.fromEntries(Object.entries(state.former).sort(([one], [other]) => (one < other ? -1 : 1))),
    shares: state.shares.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
    scope: state.scope,
    lastSerial: photos.length,
  };
}

export function distinct(states: readonly State[]): State[] {
  return [...new Map(states.map((state) => [JSON.stringify(state), state])).values()];
}
