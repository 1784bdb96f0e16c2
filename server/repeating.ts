/**
 * Does work at an interval, never twice at once, and keeps no process alive. The work handles its own errors. Returns a
 * function that stops it; it resolves when the current run has finished.
 */
export function repeat(everyMs: number, work: () => Promise<void> | void): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (running) return;
    const result = work();
    if (result === undefined) return;
    running = result.finally(() => {
      running = undefined;
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
