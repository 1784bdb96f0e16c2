/** The time that a whole start may spend waiting for the network: the key check, the albums and the photos together. */
export const START_BUDGET_MS = 3_000;
/** Calls further apart than this belong to different starts. */
export const START_QUIET_MS = 5_000;

/** The part of the budget that a page may use up before its first call. */
const OPENING_AT_MOST_MS = 2_000;

export interface NetworkBudget {
  /** Call when a page is opened: the budget starts here, not at the page's first call. */
  pageOpens(): void;
  /** Call when a call begins; returns the time that it may wait for the network if a response is stored. */
  callBegins(): number;
  /** Call when a call has its response, from the network or from the store. */
  callEnds(): void;
  /** Call when the server has notified that the stored responses are outdated: calls then wait as at a start. */
  renew(): void;
  /** False after a timeout or a failure, until a call succeeds. */
  isTrusted(): boolean;
  networkFailed(): void;
  networkSucceeded(): void;
}

/**
 * One budget for all calls of a start. Only the time in which a person waits for a call counts, not the time between
 * calls. After a timeout or a failure no call waits for the network, until one succeeds in the background.
 */
export function createNetworkBudget(nowMs: () => number): NetworkBudget {
  let isTrusted = true;
  let openCalls = 0;
  let leftMs = 0;
  let busySinceMs = 0;
  let quietSinceMs = -Infinity;
  let openedAtMs: number | undefined;

  function refill(now: number): void {
    if (openedAtMs !== undefined) leftMs = START_BUDGET_MS - Math.min(now - openedAtMs, OPENING_AT_MOST_MS);
    else if (now - quietSinceMs > START_QUIET_MS) leftMs = START_BUDGET_MS;
    openedAtMs = undefined;
  }

  return {
    pageOpens() {
      openedAtMs = nowMs();
    },
    callBegins() {
      const now = nowMs();
      if (openCalls === 0) {
        refill(now);
        busySinceMs = now;
      }
      openCalls += 1;
      return isTrusted ? Math.max(0, leftMs - (now - busySinceMs)) : 0;
    },
    callEnds() {
      openCalls -= 1;
      if (openCalls > 0) return;
      quietSinceMs = nowMs();
      leftMs = Math.max(0, leftMs - (quietSinceMs - busySinceMs));
    },
    renew() {
      isTrusted = true;
      leftMs = START_BUDGET_MS;
      busySinceMs = nowMs();
    },
    isTrusted: () => isTrusted,
    networkFailed() {
      isTrusted = false;
    },
    networkSucceeded() {
      isTrusted = true;
    },
  };
}
