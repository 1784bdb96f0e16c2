import type { Clock, Owner } from './clock.ts';
import type { Network } from './network.ts';
import { SimElement, type SimPage } from './page.ts';
import { ORIGIN, SimRequest, type SimResponse } from './web.ts';
import { BrokenOff, type SimWorker } from './worker.ts';

export interface Asked {
  owner: Owner;
  controller: SimWorker | undefined;
  clientId: string;
  resultingClientId: string;
}

/** Through the worker that controls who asks, or else through the network; undefined: nothing came. */
export async function load(
  network: Network,
  request: SimRequest,
  { owner, controller, ...ids }: Asked,
): Promise<SimResponse | undefined> {
  try {
    const response = await (controller?.fetch(request, ids) ?? network.fetch(request, owner));
    return response.type === 'error' ? undefined : response;
  } catch (error) {
    // Chromium loads a page itself whose worker ends meanwhile.
    if (!(error instanceof BrokenOff) || request.mode !== 'navigate') return undefined;
    network.loadedAlone = ids.resultingClientId;
    return network.fetch(request, owner).catch(() => undefined);
  }
}

/** A page's own request, which it may abort. */
export async function fetchFor(
  network: Network,
  { owner, client, workers }: SimPage,
  request: SimRequest,
): Promise<SimResponse> {
  const never = new Promise<never>(() => {});
  // A page that has ended asks for nothing more, and hears of nothing that it asked for.
  if (!owner.isAlive) return never;
  const { signal } = request;
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
  aborted.catch(() => undefined);
  const asked = { owner, controller: workers.controller, clientId: client.id, resultingClientId: '' };
  const found = await Promise.race([load(network, request, asked), aborted]);
  if (!owner.isAlive) return never;
  if (!found) throw new TypeError('Failed to fetch');
  return found;
}

/** Loads the script of the page's build, and starts it. */
export async function runApp({ clock, network }: { clock: Clock; network: Network }, page: SimPage): Promise<void> {
  const { source, window } = page;
  const response = await fetchFor(network, page, new SimRequest(source, { mode: 'no-cors' })).catch(() => undefined);
  await new Promise<void>((resolve) => clock.set(page.owner, resolve, { inMs: 0 }));
  if (!page.owner.isAlive) return;
  const isScript = response?.ok && !response.isCut && /javascript/.test(response.headers.get('Content-Type') ?? '');
  if (!isScript) {
    window.fire('error', { target: new SimElement(source) });
    return;
  }
  try {
    page.start();
  } catch {
    window.fire('error', { target: null, filename: ORIGIN + source });
  }
}
