import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiCall, createApiCalls } from '#sw/api/apiCalls.ts';
import { createNetworkBudget, START_BUDGET_MS } from '#sw/api/networkBudget.ts';

type ApiCallsParts = Parameters<typeof createApiCalls>[0];

const JSON_TYPE = 'application/json; charset=utf-8';
const REVOCATION = JSON.stringify({ message: 'No', code: 'credential-refused', installation: 'here' });
const UNKNOWN = JSON.stringify({ message: 'No', code: 'credential-unknown', installation: 'elsewhere' });

type Whole = Awaited<ReturnType<ApiCallsParts['fetchWhole']>>;

function whole(body: string, status = 200, type = JSON_TYPE): Whole {
  return { response: new Response(null, { status, headers: { 'Content-Type': type } }), body };
}

function call(over: Partial<ApiCall> = {}): ApiCall {
  return {
    keyHash: 'aa',
    name: 'albums',
    request: new Request('https://photos.home/photos/albums'),
    ...over,
  };
}

function idOf({ keyHash, name }: ApiCall): string {
  return `${keyHash} ${name}`;
}

/** The parts of a worker in memory; the network's responses come when the test says so. */
function worker(over: Partial<ApiCallsParts> = {}) {
  const store = new Map<string, string>();
  const revoked = new Set<string>();
  const requests: { give: (response: Whole) => void; fail: () => void }[] = [];
  const kept: Promise<unknown>[] = [];
  const tidied: [string, string][] = [];
  const told: [string, boolean][] = [];
  const budget = createNetworkBudget(() => Date.now());
  const parts: ApiCallsParts = {
    budget,
    fetchWhole: () =>
      new Promise((resolve, reject) => requests.push({ give: resolve, fail: () => reject(new TypeError('Failed')) })),
    storedResponse: async (asked) => {
      const body = store.get(idOf(asked));
      return body === undefined ? undefined : new Response(body);
    },
    storeResponse: async (asked, response) => void store.set(idOf(asked), await response.text()),
    dropUnlisted: async (asked, body) => void tidied.push([asked.name, body]),
    verifiedBy: async () => 'here',
    tellKnown: (keyHash, isKnown) => void told.push([keyHash, isKnown]),
    isRevoked: (keyHash) => revoked.has(keyHash),
    acceptAgain: (keyHash) => void revoked.delete(keyHash),
    forgetKey: async (keyHash) => {
      revoked.add(keyHash);
      for (const id of store.keys()) if (id.startsWith(`${keyHash} `)) store.delete(id);
    },
  };
  const calls = createApiCalls({ ...parts, ...over });
  const respond = (asked = call()) =>
    calls.respond(
      async () => asked,
      (work) => void kept.push(work),
    );
  return { parts, budget, store, revoked, requests, kept, told, tidied, respond, askAnew: calls.askAnew };
}

function workerWithStored() {
  const made = worker();
  made.store.set('aa albums', '["old"]');
  return made;
}

/** Lets promises that wait for nothing settle. */
const settle = () => vi.advanceTimersByTimeAsync(0);

async function textOf(response: Promise<Response>): Promise<string> {
  return (await response).text();
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('with nothing stored', () => {
  it('waits for the network however long it takes, and stores what came', async () => {
    const { store, requests, respond, kept } = worker();
    const response = respond();
    await vi.advanceTimersByTimeAsync(20_000);
    requests[0]!.give(whole('[1]'));
    const given = await response;
    expect([given.status, given.headers.get('Content-Type')]).toEqual([200, JSON_TYPE]);
    expect(await given.text()).toBe('[1]');
    expect(store).toEqual(new Map([['aa albums', '[1]']]));
    await Promise.all(kept);
    expect(kept).toHaveLength(1);
  });

  it('passes on what something on the way has to say, and stores none of it', async () => {
    const { store, requests, respond } = worker();
    const response = respond();
    await settle();
    requests[0]!.give(whole('<h1>Sorry</h1>', 502, 'text/html'));
    const given = await response;
    expect([given.status, given.headers.get('Content-Type')]).toEqual([502, 'text/html']);
    expect(await given.text()).toBe('<h1>Sorry</h1>');
    expect(store.size).toBe(0);
  });

  it('fails as the network does', async () => {
    const { requests, respond } = worker();
    const response = respond();
    await settle();
    requests[0]!.fail();
    expect((await response).type).toBe('error');
  });

  it('goes on when the store cannot be read', async () => {
    const { requests, respond } = worker({ storedResponse: () => Promise.reject(new Error('Broken')) });
    const response = respond();
    await settle();
    requests[0]!.give(whole('[1]'));
    expect(await textOf(response)).toBe('[1]');
  });
});

describe('with a stored response', () => {
  it('prefers what the network gives within the budget', async () => {
    const { requests, respond } = workerWithStored();
    const response = respond();
    await vi.advanceTimersByTimeAsync(START_BUDGET_MS - 1);
    requests[0]!.give(whole('["new"]'));
    expect(await textOf(response)).toBe('["new"]');
  });

  it('gives the stored one when the budget is spent, and the network goes on in the background', async () => {
    const { store, requests, respond, kept, budget } = workerWithStored();
    const response = respond();
    const given = vi.fn();
    void response.then(given);
    await vi.advanceTimersByTimeAsync(START_BUDGET_MS - 1);
    expect(given).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(given).toHaveBeenCalled();
    expect(await textOf(response)).toBe('["old"]');
    requests[0]!.give(whole('["new"]'));
    await Promise.all(kept);
    expect(store.get('aa albums')).toBe('["new"]');
    vi.setSystemTime(Date.now() + 60_000);
    expect(budget.callBegins()).toBe(START_BUDGET_MS);
  });

  it('does not wait at all after a timeout, until a call succeeds', async () => {
    const { requests, respond } = workerWithStored();
    const slow = respond();
    await vi.advanceTimersByTimeAsync(START_BUDGET_MS);
    await slow;
    vi.setSystemTime(Date.now() + 60_000);
    expect(await textOf(respond())).toBe('["old"]');
    requests[0]!.give(whole('["new"]'));
    await settle();
    vi.setSystemTime(Date.now() + 60_000);
    const later = respond();
    await settle();
    requests[1]!.give(whole('["newer"]'));
    expect(await textOf(later)).toBe('["newer"]');
  });

  it.each([
    ['nothing comes', undefined],
    ['a gateway is bad', whole('<h1>Sorry</h1>', 502, 'text/html')],
    ['a portal says 200', whole('<h1>Log in</h1>', 200, 'text/html')],
    ['a proxy says 401', whole('{"message":"Log in"}', 401)],
    ['there are too many requests', whole('{"message":"Slow down"}', 429)],
  ])('gives the stored one when %s', async (_, came) => {
    const { store, revoked, requests, respond, budget } = workerWithStored();
    const response = respond();
    await settle();
    if (came) requests[0]!.give(came);
    else requests[0]!.fail();
    expect(await textOf(response)).toBe('["old"]');
    expect(store.get('aa albums')).toBe('["old"]');
    expect(revoked.size).toBe(0);
    vi.setSystemTime(Date.now() + 60_000);
    expect(budget.callBegins(), 'the network is not trusted').toBe(0);
  });

  it('takes one budget for all calls of a start', async () => {
    const { store, requests, respond } = workerWithStored();
    store.set('aa photos', '["old photos"]');
    const albums = respond();
    await vi.advanceTimersByTimeAsync(START_BUDGET_MS - 500);
    requests[0]!.give(whole('["new"]'));
    expect(await textOf(albums)).toBe('["new"]');
    const photos = respond(call({ name: 'photos' }));
    const given = vi.fn();
    void photos.then(given);
    await vi.advanceTimersByTimeAsync(499);
    expect(given).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await textOf(photos)).toBe('["old photos"]');
  });

  it('counts from the first moment, and ends when there is no key', async () => {
    const { parts, budget } = workerWithStored();
    const calls = createApiCalls(parts);
    const response = calls.respond(
      () => Promise.reject(new Error('No key')),
      () => undefined,
    );
    await expect(response).rejects.toThrow('No key');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(budget.callBegins(), 'the call has ended').toBe(START_BUDGET_MS);
  });
});

describe('tidying up after a list', () => {
  it('begins with the server’s own word, keeps the worker alive, and holds up no page', async () => {
    const finish: (() => void)[] = [];
    const dropUnlisted = vi.fn(() => new Promise<void>((resolve) => void finish.push(resolve)));
    const { requests, respond, kept } = worker({ dropUnlisted });
    const response = respond();
    await settle();
    requests[0]!.give(whole('[1]'));
    expect(await textOf(response)).toBe('[1]');
    expect(dropUnlisted).toHaveBeenCalledExactlyOnceWith(call(), '[1]');
    const isOver = vi.fn();
    void Promise.all(kept).then(isOver);
    await settle();
    expect(isOver).not.toHaveBeenCalled();
    finish[0]?.();
    await settle();
    expect(isOver).toHaveBeenCalledOnce();
  });

  it('never follows from a stored list, an error or a key that ended', async () => {
    const { requests, respond, tidied } = workerWithStored();
    for (const answer of [
      whole('<h1>Sorry</h1>', 200, 'text/html'),
      whole('[]', 502),
      whole('{"message":"No such album"}', 404),
      whole(UNKNOWN, 401),
      whole(REVOCATION, 401),
    ]) {
      const response = respond();
      await settle();
      requests.pop()!.give(answer);
      await response;
      await settle();
    }
    const failed = respond();
    await settle();
    requests.pop()!.fail();
    await failed;
    expect(tidied).toEqual([]);
  });
});

describe('one request at a time', () => {
  it('serves all who want the same response, each with a body of its own', async () => {
    const { requests, respond } = worker();
    const responses = [respond(), respond()];
    await settle();
    expect(requests).toHaveLength(1);
    requests[0]!.give(whole('[1]'));
    expect(await Promise.all(responses.map(textOf))).toEqual(['[1]', '[1]']);
    void respond();
    await settle();
    expect(requests).toHaveLength(2);
  });

  it('begins anew after a failure', async () => {
    const { requests, respond } = worker();
    const first = respond();
    await settle();
    requests[0]!.fail();
    await first;
    void respond();
    await settle();
    expect(requests).toHaveLength(2);
  });

  it('does not wait for one that hangs since before the server was back', async () => {
    const { requests, respond, askAnew } = worker();
    void respond();
    await settle();
    askAnew();
    const response = respond();
    await settle();
    requests[1]!.give(whole('["new"]'));
    expect(await textOf(response)).toBe('["new"]');
    requests[0]!.fail();
    await settle();
    expect(requests).toHaveLength(2);
  });

  it('tells keys and responses apart', async () => {
    const { requests, respond } = worker();
    void respond();
    void respond(call({ keyHash: 'bb' }));
    void respond(call({ name: 'photos' }));
    await settle();
    expect(requests).toHaveLength(3);
  });
});

describe('a key that the server revoked', () => {
  it("gets the server's own words, and everything of it is forgotten", async () => {
    const { store, revoked, requests, respond, budget } = worker();
    store.set('aa albums', '["old"]').set('bb albums', '["other"]');
    const response = respond();
    await settle();
    requests[0]!.give(whole(REVOCATION, 401));
    const given = await response;
    expect([given.status, given.headers.get('Content-Type')]).toEqual([401, JSON_TYPE]);
    expect(await given.text()).toBe(REVOCATION);
    expect(revoked).toEqual(new Set(['aa']));
    expect(store).toEqual(new Map([['bb albums', '["other"]']]));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(budget.callBegins(), 'the server itself spoke').toBe(START_BUDGET_MS);
  });

  it('does not get the stored response that was read before the revocation came', async () => {
    const { store, requests, respond } = worker();
    store.set('aa albums', '["old"]');
    const albums = respond();
    await settle();
    const check = respond(call({ name: 'key-check' }));
    await settle();
    requests[1]!.give(whole(REVOCATION, 401));
    expect((await check).status).toBe(401);
    requests[0]!.fail();
    expect((await albums).type).toBe('error');
  });

  it('has nothing stored that was on its way then', async () => {
    const { store, revoked, requests, respond } = worker();
    const response = respond();
    await settle();
    revoked.add('aa');
    requests[0]!.give(whole('[1]'));
    expect(await textOf(response)).toBe('[1]');
    expect(store.size).toBe(0);
    expect(revoked).toEqual(new Set(['aa']));
  });

  it('is taken again once the server takes it', async () => {
    const { store, revoked, requests, respond } = worker();
    revoked.add('aa');
    const response = respond();
    await settle();
    requests[0]!.give(whole('[1]'));
    await response;
    expect(revoked.size).toBe(0);
    expect(store.get('aa albums')).toBe('[1]');
  });
});

describe('a server that does not know the key', () => {
  const ANOTHERS = JSON.stringify({ message: 'No', code: 'credential-refused', installation: 'elsewhere' });

  it.each([
    ['has forgotten it', UNKNOWN],
    ['is another installation that revoked it', ANOTHERS],
  ])('and %s is not believed: everything stays, and is given', async (_, body) => {
    const { store, revoked, requests, told, respond, budget } = workerWithStored();
    const response = respond();
    await settle();
    requests[0]!.give(whole(body, 401));
    expect(await textOf(response)).toBe('["old"]');
    expect([store.get('aa albums'), revoked.size]).toEqual(['["old"]', 0]);
    expect(told).toEqual([['aa', false]]);
    vi.setSystemTime(Date.now() + 60_000);
    expect(budget.callBegins(), 'it responds, and will be asked again').toBe(START_BUDGET_MS);
  });

  it.each([UNKNOWN, ANOTHERS])(
    'is heard where nothing is stored, and says that it does not know the key: %s',
    async (body) => {
      const { revoked, requests, respond } = worker();
      const response = respond(call({ name: 'key-check' }));
      await settle();
      requests[0]!.give(whole(body, 401));
      const given = await response;
      expect(given.status).toBe(401);
      expect(await given.json()).toEqual({ message: 'This API key is not valid', code: 'credential-unknown' });
      expect(revoked.size).toBe(0);
    },
  );

  it('is over when a server takes the key again', async () => {
    const { store, requests, told, respond } = worker();
    const check = call({ name: 'key-check' });
    store.set('aa key-check', '{"valid":true,"installation":"here"}');
    for (const [status, body] of [
      [401, UNKNOWN],
      [200, '{"valid":true,"installation":"here"}'],
    ] as const) {
      const response = respond(check);
      await settle();
      requests.at(-1)!.give(whole(body, status));
      expect(JSON.parse(await textOf(response))).toMatchObject({ valid: true });
    }
    expect(told).toEqual([
      ['aa', false],
      ['aa', true],
    ]);
  });

  it('is told by the check of the key alone: a list that comes tells the pages nothing', async () => {
    const { requests, told, respond } = worker();
    const response = respond(call());
    await settle();
    requests.at(-1)!.give(whole('[]', 200));
    expect(await textOf(response)).toBe('[]');
    expect(told).toEqual([]);
  });
});
