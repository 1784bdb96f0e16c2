import { expect, test } from 'vitest';
import { canonical } from '../support/model/canonical.ts';
import { type Action, apply } from '../support/model/model.ts';
import { possibleStates } from '../support/model/possibleStates.ts';
import { EMPTY, type State } from '../support/model/state.ts';

const PHOTO = { home: 'a1', content: 1, steps: [] };

function after(...actions: Action[]): State {
  let state = EMPTY;
  for (const action of actions) {
    const outcome = apply(state, action);
    expect(outcome.status, JSON.stringify(action)).toBeLessThan(300);
    state = outcome.state;
  }
  return state;
}

const create = (key: string): Action => ({ kind: 'create', key, name: 'Zoo', slug: key, parent: null });
const edit = (changes: { caption?: string; hidden?: boolean }, seen?: number): Action => ({
  kind: 'edit',
  album: 'a1',
  photo: PHOTO,
  changes,
  ...(seen !== undefined && { seen }),
});
const change = (changes: { name?: string; order?: 'taken' }, seen?: number): Action => ({
  kind: 'change',
  album: 'a1',
  changes,
  ...(seen !== undefined && { seen }),
});
const LIBRARY = [create('a1'), create('a2'), { kind: 'upload', album: 'a1', content: 1 } satisfies Action];

test.each<[Action, Action]>([
  [edit({ hidden: true }), edit({ hidden: true }, 0)],
  [edit({ caption: '' }), edit({ caption: '' }, 0)],
  [edit({ hidden: false }), edit({ hidden: false }, 0)],
  [change({ name: 'Lake' }), change({ name: 'Lake' }, 0)],
  [change({ name: 'Lake' }), change({ order: 'taken' }, 0)],
])('an outdated version is no obstacle where all is as asked already: %j, %j', (first, again) => {
  const before = after(...LIBRARY, first);
  expect(apply(before, again)).toEqual({ state: before, status: 200 });
});

test.each<[Action, Action]>([
  [edit({ hidden: true }), edit({ hidden: false }, 0)],
  [change({ name: 'Lake' }), change({ name: 'Zoo' }, 0)],
])('an outdated version is refused where something else is there: %j, %j', (first, other) => {
  expect(apply(after(...LIBRARY, first), other).status).toBe(409);
});

test.each<[string, Action, number]>([
  ['an edit of the same photo', edit({ hidden: true }), 200],
  ['a move of the photo', { kind: 'move', from: 'a1', to: 'a2', photos: [PHOTO], copy: false }, 200],
  ['a deletion of its album', { kind: 'deleteAlbum', album: 'a1' }, 200],
])('an edit may be told to look again beside %s', (_, other, status) => {
  const before = after(...LIBRARY);
  const found = possibleStates(
    [before],
    [
      { action: edit({ caption: 'Lake' }, 0), status: 409 },
      { action: other, status },
    ],
  );
  expect(found).toContainEqual(canonical(apply(before, other).state));
});

test.each<[string, Action, number]>([
  ['an upload', { kind: 'upload', album: 'a1', content: 2 }, 201],
  ['a change of another album', { kind: 'change', album: 'a2', changes: { name: 'Lake' } }, 200],
  ['a copy of the photo', { kind: 'move', from: 'a1', to: 'a2', photos: [PHOTO], copy: true }, 200],
])('an edit is not told to look again beside %s', (_, other, status) => {
  const asked = [
    { action: edit({ caption: 'Lake' }, 0), status: 409 },
    { action: other, status },
  ];
  expect(possibleStates([after(...LIBRARY)], asked)).toEqual([]);
});

test('uploads at once in any order are one state', () => {
  const uploads = [1, 2, 3, 4].map((content): Action => ({ kind: 'upload', album: 'a2', content }));
  const asked = uploads.map((action) => ({ action, status: 201 }));
  expect(possibleStates([after(...LIBRARY)], asked)).toHaveLength(1);
});
