/**
 * Does work again and again, never twice at once. The work handles its own errors. Returns what ends it, which resolves
 * when the work that was going on is done.
 */
export function repeat(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = undefined;
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
