import type { TypedApp } from '../typedApp.ts';

const LONGEST_DRAIN_MS = 60_000;

/**
 * Closing finishes what is in flight: requests that are being answered get their answer. Only connections on which
 * nothing is being answered (kept alive, or still dawdling over their headers) are cut.
 */
export function closeGracefully(app: TypedApp): void {
  let inFlight = 0;
  let closing = false;

  function cutWhenIdle(): void {
    // After the answer's last bytes have been handed over, hence a moment later.
    if (closing && inFlight === 0) setImmediate(() => app.server.closeAllConnections());
  }

  app.server.on('request', (_request, response) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      cutWhenIdle();
    });
  });
  app.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), LONGEST_DRAIN_MS).unref();
    cutWhenIdle();
  });
}
