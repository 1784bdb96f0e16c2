/** What a whole start may spend waiting for the network: the key check, the albums and the photos together. */
export const START_BUDGET_MS = 3_000;
/** Calls further apart than this belong to different starts. */
export const START_QUIET_MS = 5_000;

/** How much of the budget a page may use up before its first call. */
const OPENING_AT_MOST_MS = 2_000;

export interface NetworkBudget {
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
 * One budget for the calls of one start: the time a person waited in them, not the time that went by. After a time-out
 * or a failure the network is not waited for at all, until a call succeeds behind the scenes.
 */
export function createNetworkBudget(nowMs: () => number): NetworkBudget {
  let isTrusted = true;
  let callsOpen = 0;
  let leftMs = 0;
  let busySinceMs = -Infinity;
  let quietSinceMs = -Infinity;
  let openedAtMs: number | undefined;

  function refill(now: number): void {
    if (openedAtMs !== undefined) leftMs = START_BUDGET_MS - Math.min(now - openedAtMs, OPENING_AT_MOST_MS);
    else if (now - quietSinceMs > START_QUIET_MS) leftMs = START_BUDGET_MS;
    openedAtMs = undefined;
  }

  return {
    startBegins() {
      openedAtMs = nowMs();
    },
    begin() {
      const now = nowMs();
      if (callsOpen === 0) {
        refill(now);
        busySinceMs = now;
      }
      callsOpen += 1;
      return isTrusted ? Math.max(0, leftMs - (now - busySinceMs)) : 0;
    },
    end() {
      callsOpen -= 1;
      if (callsOpen > 0) return;
      quietSinceMs = nowMs();
      leftMs = Math.max(0, leftMs - (quietSinceMs - busySinceMs));
    },
    networkFailed() {
      isTrusted = false;
    },
    networkSucceeded() {
      isTrusted = true;
    },
  };
}
