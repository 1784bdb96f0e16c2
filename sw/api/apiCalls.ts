import { CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import { FIRST_MESSAGES } from '#domain/firstMessages.ts';
import { withTimeout } from '#domain/timing.ts';
import { KEY_CHECK } from '../routes.ts';
import { classifyResponse, type ReceivedResponse, type ResponseClass } from './classifyResponse.ts';
import type { NetworkBudget } from './networkBudget.ts';

export interface ApiCall {
  keyHash: string;
  /** Identifies the response among all those of the same key. */
  name: string;
  request: Request;
}

/** The parts that `createApiCalls` needs from the browser and from the rest of the worker. */
interface ApiCallsParts {
  budget: NetworkBudget;
  /** Rejects when no response, or only a part of one, is received. */
  fetchWhole(request: Request): Promise<{ response: Response; body: string }>;
  storedResponse(call: ApiCall): Promise<Response | undefined>;
  storeResponse(call: ApiCall, response: Response): Promise<void>;
  /** Called with every response of the server itself; continues after the page has it. */
  dropUnlisted(call: ApiCall, body: string): Promise<void>;
  /** The installation that verified the key last, if its response named it. */
  verifiedBy(keyHash: string): Promise<string | undefined>;
  /** Tells the pages of the key whether the server knows it. */
  tellKnown(keyHash: string, isKnown: boolean): void;
  isRevoked(keyHash: string): boolean;
  acceptAgain(keyHash: string): void;
  forgetKey(keyHash: string): Promise<void>;
}

interface Outcome {
  kind: ResponseClass;
  response: Response;
  /** Work that goes on after the response. */
  afterwards?: Promise<void>;
}

/**
 * The body of every response of the kind `unknown`. It also replaces the body of another installation, whose statement
 * that the key is revoked does not count.
 */
const UNKNOWN_BODY = JSON.stringify({ message: FIRST_MESSAGES.apiKeyInvalid, code: CREDENTIAL_UNKNOWN });

type WaitUntil = (work: Promise<unknown>) => void;

/**
 * Responds to the kiosk's API calls from the network, or, when that takes longer than the budget of the start allows,
 * with the response stored for this key.
 */
export function createApiCalls(parts: ApiCallsParts) {
  const { budget } = parts;
  let running = new Map<string, Promise<Outcome>>();

  async function ask(call: ApiCall): Promise<Outcome> {
    const { keyHash, name, request } = call;
    const wasRevoked = parts.isRevoked(keyHash);
    const { response, body } = await parts.fetchWhole(request);
    const { status } = response;
    const verifiedBy = status === 401 ? await parts.verifiedBy(keyHash) : undefined;
    const kind = classifyResponse({ name, verifiedBy }, received(response, body));
    if (kind === 'untrusted') return { kind, response: new Response(body, response) };
    if (kind === 'unknown' || name === KEY_CHECK) parts.tellKnown(keyHash, kind !== 'unknown');
    if (kind === 'unknown') return { kind, response: jsonResponse(status, UNKNOWN_BODY) };
    if (kind === 'revoked') await parts.forgetKey(keyHash);
    // Not stored when the key was revoked during this call. A key that was revoked before the call began is valid
    // again, as this response shows.
    else if (wasRevoked || !parts.isRevoked(keyHash)) {
      parts.acceptAgain(keyHash);
      await parts.storeResponse(call, jsonResponse(status, body));
      return { kind, response: jsonResponse(status, body), afterwards: parts.dropUnlisted(call, body) };
    }
    return { kind, response: jsonResponse(status, body) };
  }

  async function askAndJudge(call: ApiCall): Promise<Outcome> {
    const outcome = await ask(call).catch((): Outcome => ({ kind: 'untrusted', response: Response.error() }));
    if (outcome.kind === 'untrusted') budget.networkFailed();
    else budget.networkSucceeded();
    return outcome;
  }

  /**
   * Makes only one request at a time for the same response, so that connections to a server that hangs do not
   * accumulate.
   */
  function askOnce(call: ApiCall): Promise<Outcome> {
    const id = `${call.keyHash}/${call.name}`;
    const begun = running;
    const outcome = begun.get(id) ?? askAndJudge(call).finally(() => begun.delete(id));
    begun.set(id, outcome);
    return outcome;
  }

  async function respondWithin(waitMs: number, call: ApiCall, waitUntil: WaitUntil): Promise<Response> {
    const network = askOnce(call);
    waitUntil(network.then(({ afterwards }) => afterwards));
    const stored = await parts.storedResponse(call).catch(() => undefined);
    const outcome = stored ? await outcomeWithin(waitMs, network, budget) : await network;
    if (outcome?.kind === 'valid') return outcome.response.clone();
    // If the key was revoked in the meantime, its stored responses were deleted, and this one must not be used either.
    if (stored && !parts.isRevoked(call.keyHash)) return stored;
    return (await network).response.clone();
  }

  return {
    /**
     * Call when the server is back, or has something new: no call waits for a request from before, which may hang until
     * its timeout, or bring what is outdated.
     */
    askAnew: () => void (running = new Map()),

    /** `waitUntil` keeps the worker alive for a request that continues after the response. */
    async respond(identify: () => Promise<ApiCall>, waitUntil: WaitUntil): Promise<Response> {
      const waitMs = budget.callBegins();
      try {
        return await respondWithin(waitMs, await identify(), waitUntil);
      } finally {
        budget.callEnds();
      }
    },
  };
}

async function outcomeWithin(
  waitMs: number,
  network: Promise<Outcome>,
  budget: NetworkBudget,
): Promise<Outcome | undefined> {
  if (waitMs <= 0) return undefined;
  return withTimeout(network, waitMs, () => {
    budget.networkFailed();
    return undefined;
  });
}

function received({ status, redirected, headers }: Response, body: string): ReceivedResponse {
  return { status, redirected, contentType: headers.get('Content-Type') ?? '', body };
}

function jsonResponse(status: number, body: string): Response {
  return new Response(body, { status, headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}
