import type { NodeStatus } from '#contract/schemas/sockets.ts';

export type HealthState =
  | { phase: 'loading' }
  /** Not even the first load has succeeded yet. */
  | { phase: 'failed'; reason: string }
  /** The last statuses that were loaded, also while newer loads fail; `now` moves on, and the nodes' ages with it. */
  | { phase: 'loaded'; statuses: NodeStatus[]; loadedAt: number; now: number };

export type HealthAction =
  | { type: 'loaded'; statuses: NodeStatus[]; at: number }
  | { type: 'failed'; reason: string }
  | { type: 'ticked'; at: number };

/** After this time two refreshes have passed without a response, so the statuses count as old. */
export const STALE_AFTER_MS = 3_000;
/** While responses arrive, each of them updates `now`, and a tick in between would only render everything once more. */
const TICK_AFTER_MS = 1_500;

export function healthReducer(state: HealthState, action: HealthAction): HealthState {
  if (action.type === 'loaded') {
    return { phase: 'loaded', statuses: action.statuses, loadedAt: action.at, now: action.at };
  }
  if (action.type === 'failed') {
    return state.phase === 'loaded' ? state : { phase: 'failed', reason: action.reason };
  }
  if (state.phase !== 'loaded' || action.at - state.loadedAt < TICK_AFTER_MS) return state;
  return { ...state, now: action.at };
}
