import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import makeDns, { type MulticastDNS } from 'multicast-dns';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { HomeName } from '#server/https/name/homeName.ts';
import type { DnsPacket } from '#server/https/name/nameRecords.ts';
import type { Pause } from '#server/core/repeating.ts';
import type { OwnAddress } from '#server/core/settings/networks.ts';

// Real multicast on the loopback interface, under names of this run's own: other runs may be in the same network.

const LOOPBACK: OwnAddress = { address: '127.0.0.1', isIpv4: true, isLoopback: true, network: '127.0.0.1/8' };
const GROUP = { address: '224.0.0.251', port: 5353 };

const opened: HomeName[] = [];
const askers: MulticastDNS[] = [];
afterEach(async () => {
  for (const name of opened.splice(0)) await name.close();
  for (const dns of askers.splice(0)) dns.destroy();
});

interface Facts {
  label: string;
  installation?: string;
  number?: number;
  addresses?: () => OwnAddress[];
  now?: () => number;
  pause?: Pause;
}

function named({ label, installation = 'one', number = 1, addresses = () => [LOOPBACK], ...time }: Facts) {
  const said: string[] = [];
  const got: string[] = [];
  const onEvent = ({ sentence }: { sentence: string }) => void said.push(sentence);
  const onName = async (name: string) => void got.push(name);
  const name = new HomeName({ label, installation, number, addresses, onEvent, onName, ...time });
  opened.push(name);
  return { name, said, got };
}

const newLabel = () => `ct-test-${randomUUID().slice(0, 13)}`;

/** A device: a member of the group, or like a program that knows nothing of it, on a port of its own. */
async function asker(port: number): Promise<MulticastDNS> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  socket.bind(port);
  await once(socket, 'listening');
  socket.addMembership(GROUP.address, LOOPBACK.address);
  socket.setMulticastInterface(LOOPBACK.address);
  const dns = makeDns({ socket, bind: false, multicast: false });
  askers.push(dns);
  return dns;
}

/** Asks again and again, as devices do, until somebody responds. */
async function lookUp(dns: MulticastDNS, name: string, type: 'A' | 'AAAA'): Promise<DnsPacket> {
  const heard: DnsPacket[] = [];
  dns.on('response', (response) => void heard.push(response));
  const isAnswer = ({ answers = [] }: DnsPacket) => answers.some((record) => record.name === name);
  return vi.waitFor(
    () => {
      dns.query([{ name, type }], GROUP);
      const found = heard.find(isAnswer);
      if (!found) throw new Error(`Nobody has said what ${name} is`);
      return found;
    },
    { timeout: 20_000, interval: 100 },
  );
}

test('a device finds the server by its name, and is told that there is no IPv6 address to wait for', async () => {
  const { name, got, said } = named({ label: newLabel() });
  await name.open();
  const { current = 'none' } = name;
  expect([got, said]).toEqual([[current], []]);
  const member = await asker(GROUP.port);
  const { answers = [], additionals = [] } = await lookUp(member, current, 'A');
  expect(answers).toContainEqual(expect.objectContaining({ type: 'A', data: '127.0.0.1', ttl: 120, flush: true }));
  expect(additionals.map(({ type }) => type)).toContain('NSEC');

  // Resolvers of systems without multicast DNS ask from a port of their own: they get a response of their own.
  const plain = await asker(0);
  const { answers: plainly = [], questions = [] } = await lookUp(plain, current, 'A');
  expect(plainly).toEqual([expect.objectContaining({ type: 'A', data: '127.0.0.1', ttl: 10, flush: false })]);
  expect(questions.map((question) => question.name)).toEqual([current]);
  const { answers: none = [] } = await lookUp(await asker(0), current, 'AAAA');
  expect(none.map(({ type }) => type)).toEqual(['NSEC']);
});

test('a taken name is left to whoever has it, and given back at the end', async () => {
  const label = newLabel();
  const [first, second] = [named({ label }), named({ label, installation: 'two' })];
  await first.name.open();
  await second.name.open();
  // A start waits for five seconds at most, and goes on to ask in the background.
  const names = () => [first.name.current, second.name.current];
  await vi.waitFor(() => expect(names()).toEqual([`${label}.local`, `${label}-2.local`]), { timeout: 20_000 });
  const { answers = [] } = await lookUp(await asker(0), `${label}-2.local`, 'A');
  expect(answers).toHaveLength(1);
  await second.name.close();
  expect(second.name.current).toBeUndefined();

  // A library keeps its name, also when a better one has become free.
  await first.name.close();
  const again = named({ label, installation: 'two', number: 2 });
  await again.name.open();
  await vi.waitFor(() => expect(again.name.current).toBe(`${label}-2.local`), { timeout: 20_000 });
});

test('of those that begin at the same time each gets a name of its own', async () => {
  const label = newLabel();
  const all = ['one', 'two', 'three'].map((installation) => named({ label, installation }).name);
  await Promise.all(all.map((name) => name.open()));
  // A start waits for five seconds; who lost twice by then goes on in the background.
  const names = () => new Set(all.map((name) => name.current));
  const expected = new Set([`${label}-2.local`, `${label}-3.local`, `${label}.local`]);
  await vi.waitFor(() => expect(names()).toEqual(expected), { timeout: 20_000 });
});

test('a machine without multicast is a line for the log, once, and no name', async () => {
  const nowhere = { ...LOOPBACK, address: '203.0.113.77', network: null };
  const { name, said, got } = named({ label: newLabel(), addresses: () => [nowhere] });
  await name.open();
  expect([name.current, got]).toEqual([undefined, []]);
  expect(said).toEqual([expect.stringMatching(/\.local cannot be announced at 203\.0\.113\.77: /)]);
  const offline = named({ label: newLabel(), addresses: () => [] });
  await offline.name.open();
  expect([offline.name.current, offline.said]).toEqual([undefined, []]);
});

test('a network that comes later gets the name, one that goes is left, without a restart', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let addresses: OwnAddress[] = [];
    const { name } = named({ label: newLabel(), addresses: () => addresses });
    await name.open();
    expect(name.current).toBeUndefined();
    addresses = [LOOPBACK];
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(() => expect(name.current).toMatch(/\.local$/), { timeout: 20_000 });
    const { current = '' } = name;
    await lookUp(await asker(0), current, 'A');
  } finally {
    vi.useRealTimers();
  }
});

/** Somebody who has every name that begins with the label, until `end` is called. */
async function greedy(label: string): Promise<{ contests: () => number; end: () => void }> {
  const dns = await asker(GROUP.port);
  let isOver = false;
  let count = 0;
  dns.on('query', ({ questions = [], authorities = [] }: DnsPacket) => {
    const asked = questions.find(({ name }) => name.startsWith(label));
    if (!asked || authorities.length === 0 || isOver) return;
    count += 1;
    const answer = { name: asked.name, type: 'A', ttl: 120, class: 'IN', flush: true, data: '192.0.2.9' } as const;
    dns.respond({ answers: [answer] }, GROUP);
  });
  return { contests: () => count, end: () => void (isOver = true) };
}

/** Probes take as long as in life; all longer pauses end when the test says so. */
function heldPauses() {
  const held: { ms: number; end: () => void }[] = [];
  const pause: Pause = async (ms) => {
    if (ms <= 250) return wait(ms);
    await new Promise<void>((resolve) => void held.push({ ms, end: resolve }));
  };
  return { held, pause };
}

test('a name that somebody contests without an end holds up a start for five seconds, and is then tried seldom', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const label = newLabel();
    const somebody = await greedy(label);
    const { held, pause } = heldPauses();
    let now = 0;
    const { name, said, got } = named({ label, pause, now: () => now });
    const opening = name.open();
    expect(held.map(({ ms }) => ms)).toEqual([5_000]);
    held[0]?.end();
    await opening;
    expect([name.current, got]).toEqual([undefined, []]);

    await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 30_000 });
    expect(said[0]).toMatch(/\.local is claimed by other devices again and again/);
    const contests = somebody.contests();
    expect(contests).toBeGreaterThanOrEqual(10);
    // Within the pause nothing is claimed.
    now = 9 * 60_000;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(somebody.contests()).toBe(contests);
    somebody.end();
    now = 11 * 60_000;
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() => expect(name.current).toBe(`${label}.local`), { timeout: 30_000 });
    expect([got, said.length]).toEqual([[`${label}.local`], 1]);
  } finally {
    vi.useRealTimers();
  }
});

test('a start does not wait for a name that is closed meanwhile', async () => {
  const label = newLabel();
  await greedy(label);
  const { name, said } = named({ label });
  const opening = name.open();
  await name.close();
  await opening;
  expect(said).toEqual([]);
});
