import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { bindPage } from './pageKeys.ts';
import { fetchWithDeadline } from './network.ts';
import { createNetworkBudget } from './networkBudget.ts';
import { hashOfKey } from './keyHash.ts';
import { acceptAgain, forgetKey, isRevoked } from './revokedKey.ts';
import { answerCacheKey, answersCacheName, type ApiRule } from './routes.ts';
import { classifyResponse, type ResponseClass } from './classifyResponse.ts';

/** How long a call may take behind the scenes, or when nothing is remembered. */
const NETWORK_DEADLINE_MS = 25_000;

interface Outcome {
  verdict: ResponseClass;
  /** Absent when nothing came at all. */
  response?: Response;
}

interface Call {
  keyHash: string;
  rule: ApiRule;
  request: Request;
}

// The device's clock may jump; this one does not.
const patience = createNetworkBudget(() => performance.now());
const underWay = new Map<string, Promise<Outcome>>();

/** The page heard from the server: waiting for it is worth while again. */
export function trustNetworkAgain(): void {
  patience.networkSucceeded();
}

/** A page is opened from the stored shell. */
export function startBegins(): void {
  patience.startBegins();
}

function jsonResponse(status: number, body: string): Response {
  return new Response(body, { status, headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}

async function recalled({ keyHash, rule }: Call): Promise<Response | undefined> {
  const cache = await caches.open(answersCacheName(keyHash));
  return cache.match(answerCacheKey(keyHash, rule.name), { ignoreVary: true });
}

async function remember({ keyHash, rule }: Call, body: string): Promise<void> {
  try {
    const cache = await caches.open(answersCacheName(keyHash));
    await cache.put(answerCacheKey(keyHash, rule.name), jsonResponse(200, body));
  } catch {
    // A full disk costs the memory of this answer, never the page.
  }
  if (isRevoked(keyHash)) await caches.delete(answersCacheName(keyHash));
}

async function ask(call: Call): Promise<Outcome> {
  const { keyHash, rule, request } = call;
  const wasRefused = isRevoked(keyHash);
  const { response, text } = await fetchWithDeadline(request, NETWORK_DEADLINE_MS);
  const body = await text();
  const contentType = response.headers.get('Content-Type') ?? '';
  const verdict = classifyResponse(rule.name, {
    status: response.status,
    contentType,
    redirected: response.redirected,
    body,
  });
  if (verdict === 'refused') await forgetKey(keyHash);
  // An answer that was on its way when the key was refused is not stored after the refusal.
  if (verdict === 'good' && (wasRefused || !isRevoked(keyHash))) {
    acceptAgain(keyHash);
    await remember(call, body);
  }
  const passedOn = verdict === 'stray' ? new Response(body, response) : jsonResponse(response.status, body);
  return { verdict, response: passedOn };
}

/** One request at a time for one answer: a server that hangs must not collect connections. */
function askOnce(call: Call): Promise<Outcome> {
  const id = answerCacheKey(call.keyHash, call.rule.name);
  const running = underWay.get(id);
  if (running) return running;
  const outcome = ask(call)
    .catch((): Outcome => ({ verdict: 'stray' }))
    .then((settled) => {
      underWay.delete(id);
      if (settled.verdict === 'stray') patience.networkFailed();
      else patience.networkSucceeded();
      return settled;
    });
  underWay.set(id, outcome);
  return outcome;
}

/** Network first within the budget of the start, then this key's last answer, refreshed behind. */
export class NetworkWithinBudget extends Strategy {
  private readonly rule: ApiRule;

  constructor(rule: ApiRule) {
    super({ cacheName: 'kiosk:answers' });
    this.rule = rule;
  }

  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const waitMs = patience.begin();
    try {
      return await this.answer({ request, handler, waitMs });
    } finally {
      patience.end();
    }
  }

  private async answer(asked: { request: Request; handler: StrategyHandler; waitMs: number }): Promise<Response> {
    const { request, handler, waitMs } = asked;
    const keyHash = await hashOfKey(this.rule.apiKey);
    if (handler.event instanceof FetchEvent) await bindPage(handler.event.clientId, keyHash);
    const call: Call = { keyHash, rule: this.rule, request };
    const network = askOnce(call);
    void handler.waitUntil(network);
    const memory = await recalled(call);
    const outcome = memory ? await withinBudget(network, waitMs) : await network;
    if (outcome && outcome.verdict !== 'stray') return outcome.response?.clone() ?? Response.error();
    // A refusal that came meanwhile has emptied the memory.
    if (memory && !isRevoked(keyHash)) return memory;
    return (await network).response?.clone() ?? Response.error();
  }
}

async function withinBudget(network: Promise<Outcome>, waitMs: number): Promise<Outcome | undefined> {
  if (waitMs <= 0) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      patience.networkFailed();
      resolve(undefined);
    }, waitMs);
  });
  try {
    return await Promise.race([network, late]);
  } finally {
    clearTimeout(timer);
  }
}
