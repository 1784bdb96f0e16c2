import type { AlbumChanges } from '#contract/curation/schemas.ts';
import { arrangeAlbums, changeAlbum, createAlbum, deleteAlbum } from './albumRules.ts';
import { arrangePhotos, deletePhotos, editPhoto, movePhotos, uploadPhoto } from './photoRules.ts';
import { looseInTrash, type PhotoRef, Refused, type State } from './state.ts';
import { removeForGood, restore } from './trashRules.ts';
import { changeScope, endShare, share } from './viewerRules.ts';

/** The actions of an admin. `seen` is the version from which the change was made; without it the change overwrites. */
export type Action =
  | { kind: 'create'; key: string; name: string; slug: string; parent: string | null }
  | { kind: 'upload'; album: string; content: number }
  | { kind: 'change'; album: string; changes: ModelChanges; seen?: number }
  | { kind: 'arrangeAlbums'; parent: string | null; albums: string[] | null }
  | { kind: 'arrangePhotos'; album: string; photos: PhotoRef[]; seen?: number }
  | { kind: 'move'; from: string; to: string; photos: PhotoRef[]; copy: boolean }
  | { kind: 'edit'; album: string; photo: PhotoRef; changes: ModelEdit; seen?: number }
  | { kind: 'deletePhotos'; album: string; photos: PhotoRef[] }
  | { kind: 'deleteAlbum'; album: string }
  | { kind: 'restore'; entries: TrashEntries }
  | { kind: 'remove'; entries: TrashEntries }
  | { kind: 'empty' }
  | { kind: 'share'; key: string; album: string }
  | { kind: 'endShare'; share: string }
  /** Which albums the tablet sees. */
  | { kind: 'scope'; albums: string[] | null };

export type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;

export type ModelChanges = Omit<AlbumChanges, 'cover' | 'parentAlbumId'> & {
  parent?: string | null;
  cover?: PhotoRef | null;
};

interface ModelEdit {
  caption?: string;
  hidden?: boolean;
  rotate?: 90 | 180 | 270;
}

/**
 * Photos by their places among those that were deleted by themselves, which are in the order of the server's ids. They are
 * those that had these places when the list was read: `withSerials` says which.
 */
export interface TrashEntries {
  places: number[];
  serials?: number[];
  albums: string[];
}

export interface Outcome {
  state: State;
  status: number;
}

/** The status of what was done, where it is not 200. */
const DONE: Partial<Record<Action['kind'], number>> = { create: 201, upload: 201, share: 201, endShare: 204 };

const RULES: { [Kind in Action['kind']]: (state: State, action: ActionOf<Kind>) => void } = {
  create: createAlbum,
  upload: uploadPhoto,
  change: changeAlbum,
  arrangeAlbums,
  arrangePhotos,
  move: movePhotos,
  edit: editPhoto,
  deletePhotos,
  deleteAlbum,
  restore,
  remove: (state, { entries }) => removeForGood(state, entries),
  empty: (state) => removeForGood(state),
  share,
  endShare,
  scope: changeScope,
};

/** Returns the library after an action, and the status of its response. Leaves the given state as it is. */
export function apply(before: State, action: Action): Outcome {
  const state = structuredClone(before);
  try {
    run(state, action);
    return { state, status: DONE[action.kind] ?? 200 };
  } catch (error) {
    if (error instanceof Refused) return { state: before, status: error.status };
    throw error;
  }
}

/** The action as it is meant by somebody who sees the library like this. */
export function withSerials(seen: State, action: Action): Action {
  if (action.kind !== 'restore' && action.kind !== 'remove') return action;
  const { places } = action.entries;
  const photos = looseInTrash(seen).filter((_, place) => places.includes(place));
  return { ...action, entries: { ...action.entries, serials: photos.map(({ serial }) => serial) } };
}

function run<Kind extends Action['kind']>(state: State, action: ActionOf<Kind> & { kind: Kind }): void {
  RULES[action.kind](state, action);
}
