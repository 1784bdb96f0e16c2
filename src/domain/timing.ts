export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Does work at an interval until the returned function is called. */
export function repeat(everyMs: number, work: () => void): () => void {
  const timer = setInterval(work, everyMs);
  return () => clearInterval(timer);
}

/** The promise's own result or, once `ms` have passed without one, what `onTimeout` returns or throws. */
export async function withTimeout<T, Late>(promise: Promise<T>, ms: number, onTimeout: () => Late): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Late>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(onTimeout());
      } catch (error) {
        reject(error);
      }
    }, ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs `work` with a signal that aborts after `ms`. The time covers a request and the reading of its body, since a
 * connection can fail in the middle of a response. The oldest supported browsers lack `AbortSignal.timeout`.
 */
export async function abortAfter<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

export type InTurn = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** Returns what runs functions one after another, in the order in which they were passed. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const mine = last.then(act, act);
    last = mine;
    return mine;
  };
}
