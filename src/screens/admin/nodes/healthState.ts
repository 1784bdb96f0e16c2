import type { NodeStatus } from '../../../contract/entities.ts';

export type HealthState =
  | { phase: 'loading' }
  /** Nothing was ever loaded. */
  | { phase: 'failed'; reason: string }
  /** The last good answer stays, whatever happens to the refreshes; its ages go on until `now`. */
  | { phase: 'loaded'; statuses: NodeStatus[]; answeredAt: number; now: number };

export type HealthAction =
  | { type: 'answered'; statuses: NodeStatus[]; at: number }
  | { type: 'unanswered'; reason: string }
  | { type: 'ticked'; at: number };

/** Two refreshes have gone by without an answer. */
export const STALE_AFTER_MS = 3_000;
/** While answers arrive they move the ages on, and ticks in between would only draw everything twice. */
const TICK_AFTER_MS = 1_500;

export function healthReducer(state: HealthState, action: HealthAction): HealthState {
  if (action.type === 'answered') {
    return { phase: 'loaded', statuses: action.statuses, answeredAt: action.at, now: action.at };
  }
  if (action.type === 'unanswered') {
    return state.phase === 'loaded' ? state : { phase: 'failed', reason: action.reason };
  }
  if (state.phase !== 'loaded' || action.at - state.answeredAt < TICK_AFTER_MS) return state;
  return { ...state, now: action.at };
}
