import type { NodeStatus } from '../../../contract/entities.ts';

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

/** Two refreshes have gone by without a response. */
export const STALE_AFTER_MS = 3_000;
/** While responses arrive each of them moves `now` on: ticks in between would only render everything twice. */
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
