import { canonical, distinct } from './canonical.ts';
import { isAboutPhotoOf } from './isAboutPhotoOf.ts';
import { type Action, apply, withSerials } from './model.ts';
import type { State } from './state.ts';

/** An action with the status of its response; without one the server was gone before it responded. */
export interface Asked {
  action: Action;
  status?: number;
}

interface Meant extends Asked {
  /** Whether another call at the same time may have changed the photo between a look at it and the edit. */
  mayCollide: boolean;
}

/** A state after some of the actions, which are left out of `left`. */
interface Reached {
  state: State;
  left: readonly Meant[];
}

/**
 * All that a library can be after actions that were asked for at the same time: as if they had come one after the other, in
 * any order. Those without a response happened or did not.
 */
export function possibleStates(before: readonly State[], asked: readonly Asked[]): State[] {
  const found = before.flatMap((state) => afterAll(state, asked));
  return distinct(found.map(canonical));
}

function afterAll(before: State, asked: readonly Asked[]): State[] {
  const meant = asked.map((one) => ({ ...one, action: withSerials(before, one.action) }));
  const left = meant.map((one) => Object.assign(one, { mayCollide: isBesideItsPhoto(before, one, meant) }));
  let reached: Reached[] = [{ state: before, left }];
  for (let count = 0; count < asked.length; count += 1) {
    // The same state by another order of the same actions is followed once.
    const next = new Map<string, Reached>();
    for (const one of reached.flatMap(afterNext)) {
      const places = one.left.map((each) => left.indexOf(each));
      next.set(`${places.join()} ${JSON.stringify(one.state)}`, one);
    }
    reached = [...next.values()];
  }
  return reached.map(({ state }) => state);
}

function afterNext({ state, left }: Reached): Reached[] {
  return left.flatMap((one) => {
    const others = left.filter((other) => other !== one);
    return after(state, one).map((next) => ({ state: next, left: others }));
  });
}

function after(state: State, { action, status, mayCollide }: Meant): State[] {
  const expected = apply(state, action);
  // Nobody knows the key of a link whose creation was not answered.
  if (status === undefined) return action.kind === 'share' ? [state] : [state, expected.state];
  if (status === expected.status) return [expected.state];
  return mayCollide ? [state] : [];
}

/** One of two simultaneous changes of a photo may be told to look again. */
function isBesideItsPhoto(before: State, { action, status }: Asked, all: readonly Asked[]): boolean {
  if (action.kind !== 'edit' || status !== 409) return false;
  return all.some((other) => other.action !== action && isAboutPhotoOf(before, action, other.action));
}
