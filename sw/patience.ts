/** What a whole start may spend waiting for the network: the key check, the albums and the photos together. */
export const START_BUDGET_MS = 3_000;
/** Calls further apart than this belong to different starts. */
export const START_QUIET_MS = 5_000;

/** What a first call may wait at least, where the page took long to come to it. */
export const FIRST_CALL_MS = 1_000;

export interface Patience {
  /** A page is opened: the budget runs from here, not from its first call. */
  startBegins(): void;
  /** A call begins: how long may it wait for the network while something is remembered? */
  begin(): number;
  /** The call has been answered, by whomever. */
  end(): void;
  networkFailed(): void;
  networkSucceeded(): void;
}

/**
 * One budget for the calls of one start. After a time-out or a failure the network is not waited for at all, until
 * a call succeeds behind the scenes.
 */
export function createPatience(nowMs: () => number): Patience {
  let isTrusted = true;
  let callsOpen = 0;
  let deadlineMs = -Infinity;
  let quietSinceMs = -Infinity;
  let isFirstCall = false;
  return {
    startBegins() {
      quietSinceMs = nowMs();
      deadlineMs = quietSinceMs + START_BUDGET_MS;
      isFirstCall = true;
    },
    begin() {
      const now = nowMs();
      if (callsOpen === 0 && now - quietSinceMs > START_QUIET_MS) deadlineMs = now + START_BUDGET_MS;
      else if (isFirstCall) deadlineMs = Math.max(deadlineMs, now + FIRST_CALL_MS);
      isFirstCall = false;
      callsOpen += 1;
      return isTrusted ? Math.max(0, deadlineMs - now) : 0;
    },
    end() {
      callsOpen -= 1;
      quietSinceMs = nowMs();
    },
    networkFailed() {
      isTrusted = false;
    },
    networkSucceeded() {
      isTrusted = true;
    },
  };
}
