import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { abortAfter } from '#domain/timing.ts';
import { hashOfKey } from '../cacheNames.ts';
import { acceptAgain, forgetKey, isRevoked } from '../keys/endedKeys.ts';
import { bindPage, tellPages } from '../keys/pageKeys.ts';
import { type ApiRule, KEY_CHECK } from '../routes.ts';
import { type ApiCall, createApiCalls } from './apiCalls.ts';
import { countCall } from './callsInFlight.ts';
import { createNetworkBudget } from './networkBudget.ts';
import { storedResponse, storeResponse, verifiedBy } from './responseStore.ts';
import { dropUnlisted } from './dropUnlisted.ts';

/** The time that a call may take in the background, or when nothing is stored. */
const NETWORK_TIMEOUT_MS = 25_000;

// Not Date.now(), because the clock of the device may jump.
const budget = createNetworkBudget(() => performance.now());
const calls = createApiCalls({
  budget,
  fetchWhole: (request) =>
    abortAfter(NETWORK_TIMEOUT_MS, async (signal) => {
      const response = await fetch(request, { signal });
      return { response, body: await response.text() };
    }),
  storedResponse,
  storeResponse,
  dropUnlisted,
  verifiedBy,
  // Not awaited: it only concerns the mark in the corner.
  tellKnown: (keyHash, isKnown) => void tellPages(keyHash, { type: 'key-known', isKnown }).catch(() => undefined),
  isRevoked,
  acceptAgain,
  forgetKey,
});

/** Call when a page has received a response from the server: calls then wait for the network again. */
export function trustNetworkAgain(): void {
  calls.askAnew();
  budget.networkSucceeded();
}

export function isNetworkTrusted(): boolean {
  return budget.isTrusted();
}

/** Call when the server has notified a page that its lists have changed. */
export function expectNews(): void {
  calls.askAnew();
  budget.renew();
}

/** Checks a key that no page uses any more. By the response everything of a revoked key is deleted. */
export async function checkFormerKey(apiKey: string, url: string): Promise<void> {
  const work: Promise<unknown>[] = [];
  const identify = async () => ({
    keyHash: await hashOfKey(apiKey),
    name: KEY_CHECK,
    request: new Request(url),
  });
  await calls.respond(identify, (afterwards) => void work.push(afterwards));
  await Promise.all(work);
}

/** Call when a page is opened from the stored shell. */
export function pageOpens(): void {
  budget.pageOpens();
}

export class ApiStrategy extends Strategy {
  readonly #rule: ApiRule;

  constructor(rule: ApiRule) {
    super();
    this.#rule = rule;
  }

  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const { apiKey, name } = this.#rule;
    const page = handler.event instanceof FetchEvent ? handler.event.clientId : '';
    const identify = async (): Promise<ApiCall> => {
      const keyHash = await hashOfKey(apiKey);
      await bindPage(page, keyHash);
      return { keyHash, name, request };
    };
    return countCall(page, () => calls.respond(identify, (work) => void handler.waitUntil(work)));
  }
}
