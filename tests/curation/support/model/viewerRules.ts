import type { ActionOf } from './model.ts';
import { living, livingOr, Refused, type State, withBelow } from './state.ts';

/** A link for visitors to one album and all below it. */
export function share(state: State, { key, album }: ActionOf<'share'>): void {
  livingOr(404, state, album);
  state.shares.push({ key, album });
}

/** Also while the album is in the trash, so that the link does not open again once it is restored. */
export function endShare(state: State, { share: key }: ActionOf<'endShare'>): void {
  if (!state.shares.some((one) => one.key === key)) throw new Refused(404);
  state.shares = state.shares.filter((one) => one.key !== key);
}

export function changeScope(state: State, { albums }: ActionOf<'scope'>): void {
  state.scope = albums;
}

/** The albums that a visitor sees; undefined when the link opens nothing. */
export function visitorsAlbums(state: State, key: string): string[] | undefined {
  const found = state.shares.find((one) => one.key === key);
  return found && living(state, found.album) ? withBelow(state, found.album).sort() : undefined;
}

export function tabletsAlbums(state: State): string[] {
  const keys = state.albums.map(({ key }) => key).filter((key) => living(state, key));
  const roots = state.scope?.filter((key) => keys.includes(key)) ?? keys;
  return [...new Set(roots.flatMap((key) => withBelow(state, key)))].sort();
}
