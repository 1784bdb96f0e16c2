import { type Action, apply, withSerials } from './model.ts';
import type { State } from './state.ts';

/** An action with the status of its response; without one the server was gone before it responded. */
export interface Asked {
  action: Action;
  status?: number;
}

/**
 * All that a library can be after actions that were asked for at the same time: as if they had come one after the other, in
 * any order. Those without a response happened or did not.
 */
export function possibleStates(before: readonly State[], asked: readonly Asked[]): State[] {
  const found = before.flatMap((state) => {
    const meant = asked.map((one) => ({ ...one, action: withSerials(state, one.action) }));
    return afterAll(state, { left: meant, isAlone: asked.length === 1 });
  });
  return distinct(found);
}

export function distinct(states: readonly State[]): State[] {
  return [...new Map(states.map((state) => [JSON.stringify(state), state])).values()];
}

function afterAll(state: State, { left, isAlone }: { left: readonly Asked[]; isAlone: boolean }): State[] {
  if (left.length === 0) return [state];
  return left.flatMap((one) => {
    const others = left.filter((other) => other !== one);
    return after(state, one, isAlone).flatMap((next) => afterAll(next, { left: others, isAlone }));
  });
}

function after(state: State, { action, status }: Asked, isAlone: boolean): State[] {
  const expected = apply(state, action);
  if (status === undefined) return [state, expected.state];
  if (isAlone) return status === expected.status ? [expected.state] : [];
  if (isTaken(status)) return isTaken(expected.status) ? [expected.state] : [];
  // Of two changes of a photo at the same time one may be told to look again.
  return !isTaken(expected.status) || (action.kind === 'edit' && status === 409) ? [state] : [];
}

function isTaken(status: number): boolean {
  return status < 300;
}
