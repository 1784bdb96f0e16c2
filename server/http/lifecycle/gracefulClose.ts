import { CONNECTIONS } from '../../limits.ts';
import type { TypedApp } from '../typedApp.ts';

/**
 * When the app closes, requests in progress end first, with their responses. Connections without such a request (idle
 * ones, and those that are still sending their headers) are cut.
 */
export function closeGracefully(app: TypedApp): void {
  let inFlight = 0;
  let closing = false;

  function cutWhenIdle(): void {
    // One turn of the event loop later, when the last bytes of the response have been handed over.
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
    setTimeout(() => app.server.closeAllConnections(), CONNECTIONS.drainMs).unref();
    cutWhenIdle();
  });
}
