import { alerts as alertsSubject } from '#server/alerts/index.ts';
import { guests } from '#server/guests/index.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ShareWithKey } from '#contract/shares/schemas.ts';
import type { WaitingPhoto } from '#contract/guests/schemas.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { restAlerts } from '../support/restingAlerts.ts';
import { diskWith, fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';
import { checkOnce, type WatchStates } from '#server/alerts/keepWatch.ts';
import { WatchedServer } from '#server/readiness/watchedServer.ts';
import type { WatchedKind } from '#server/core/watched.ts';
import { watchedGuests } from '#server/guests/watchedGuests.ts';
import { watchedTablets } from '#server/tablets/watchedTablets.ts';

const LOOK_MS = 10_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let server: TestServer;
let token: string;
let freeShare = 0.5;
beforeEach(async () => {
  freeShare = 0.5;
  server = await startTestServer({}, { diskSpace: async () => diskWith(freeShare) });
  restAlerts(server);
  ({ token } = await server.signIn({ permissions: ['admin'] }));
  const body = { kind: 'webhook', url: 'https://alerts.example/' };
  await server.call('/alerts/channels', { method: 'POST', token, body });
});
afterEach(() => server.close());

/** What every watch is made with. */
const parts = () => ({ ...server.dependencies, ...alertsSubject.of(server.dependencies.core) });

/** The watch of the server itself, as its subjects put it together, and not inspected yet. */
function watchedServer(): WatchedServer {
  const made = Array.from(server.dependencies.core.slots.watched, (make) => make());
  const found = made.find((kind) => kind instanceof WatchedServer);
  if (!found) throw new Error('Nothing watches the server');
  return found;
}

/** A watch whose time passes as the test says; the outbox holds what it tells. */
class TestWatch {
  states: WatchStates = {};
  readonly #kind: WatchedKind;
  #monotonic = 1e6;

  constructor(kind: WatchedKind) {
    this.#kind = kind;
  }

  async pass(minutes: number, atEachLook: () => Promise<void> = async () => undefined): Promise<string[]> {
    const { alerts, now } = parts();
    for (let passed = 0; passed < minutes * MINUTE_MS; passed += LOOK_MS) {
      this.#monotonic += LOOK_MS;
      server.clock.advance(LOOK_MS);
      await atEachLook();
      await checkOnce(this.states, {
        kinds: [this.#kind],
        alerts,
        checkNetwork: async () => ({ isUp: true, mark: '' }),
        now,
        monotonicNow: () => this.#monotonic,
        onError: (error) => expect.unreachable(String(error)),
      });
    }
    const told = await alerts.due(now());
    for (const { id } of told) await alerts.done(id);
    return told.map(({ message }) => message.title);
  }
}

async function newTablet(name: string, settings = {}): Promise<{ id: string; hear: () => Promise<void> }> {
  const made = await server.call('/tablets', { method: 'POST', token, body: { name, settings } });
  const [id, key] = [fieldOf(made, 'id'), fieldOf(made, 'key')];
  await server.call('/kiosk/report', { method: 'POST', key, body: { path: '/circuit-tree', zone: 'Europe/Paris' } });
  return { id, hear: () => server.dependencies.tabletWatch.heardOf(id, { path: '/circuit-tree' }) };
}

test('a tablet that is off the wall is told of once, across a restart, and so is its return', async () => {
  const [kitchen, hall] = [await newTablet('Kitchen'), await newTablet('Hall')];
  await server.call('/tablets', { method: 'POST', token, body: { name: 'Still in its box' } });
  const watch = new TestWatch(watchedTablets(parts()));
  expect(await watch.pass(29, hall.hear)).toEqual([]);
  expect(await watch.pass(4, hall.hear)).toEqual(['Kitchen is off the wall']);
  expect((await parts().alerts.notified()).get('tablets')).toEqual([kitchen.id]);

  const restarted = new TestWatch(watchedTablets(parts()));
  expect(await restarted.pass(60, hall.hear)).toEqual([]);
  await kitchen.hear();
  expect(await restarted.pass(3, hall.hear)).toEqual(['Kitchen is on the wall again']);
  await restarted.pass(1, async () => void (await Promise.all([hall.hear(), kitchen.hear()])));
  expect(await restarted.pass(40)).toEqual(['2 tablets are off the wall']);

  await server.call(`/tablets/${hall.id}`, { method: 'DELETE', token });
  expect(await restarted.pass(2)).toEqual([]);
  expect((await parts().alerts.notified()).get('tablets')).toEqual([kitchen.id]);
});

/** The time of day in Paris after so many milliseconds. */
function clockAfter(ms: number): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', ...time }).format(server.dependencies.now() + ms);
}

test('a tablet is missed neither in its dark hours nor while the switch is off', async () => {
  const night = { shows: 'black', from: clockAfter(-60 * MINUTE_MS), to: clockAfter(60 * MINUTE_MS) };
  await newTablet('Hall', { programme: [night] });
  const watch = new TestWatch(watchedTablets(parts()));
  expect(await watch.pass(85), 'its whole time again when the night is over').toEqual([]);
  const rule = { isOn: true, silentMinutes: 5, quietHours: null };
  const put = (isOn: boolean) =>
    server.call('/alerts', { method: 'PUT', token, body: { ...rule, tablets: { isOn, minutes: 30 } } });
  await put(false);
  expect(await watch.pass(30)).toEqual([]);
  await put(true);
  expect(await watch.pass(3)).toEqual(['Hall is off the wall']);
});

test('a trouble of the server is told when two checks found it, and when it is over', async () => {
  const itself = watchedServer();
  const watch = new TestWatch(itself);
  await itself.inspect();
  expect(await watch.pass(6)).toEqual([]);
  freeShare = 0.01;
  await itself.inspect();
  expect(await watch.pass(4)).toEqual([]);
  expect(await watch.pass(3)).toEqual(['The server needs attention']);
  expect((await parts().alerts.notified()).get('server')).toEqual(['disk-almost-full']);

  const restarted = watchedServer();
  const again = new TestWatch(restarted);
  expect(await again.pass(10), 'nothing is known before the first check').toEqual([]);
  await restarted.inspect();
  expect(await again.pass(10)).toEqual([]);
  freeShare = 0.5;
  server.clock.advance(MINUTE_MS);
  await restarted.inspect();
  expect(await again.pass(2)).toEqual(['The server is working again']);
});

test('a week without a backup is told', async () => {
  const itself = watchedServer();
  const watch = new TestWatch(itself);
  server.clock.advance(6 * DAY_MS);
  await itself.inspect();
  expect(await watch.pass(10)).toEqual([]);
  server.clock.advance(DAY_MS);
  await itself.inspect();
  expect(await watch.pass(10)).toEqual(['The server needs attention']);
  expect((await parts().alerts.notified()).get('server')).toEqual(['no-backup']);
});

test('photos of guests that wait are told of once for many, until somebody has looked at them', async () => {
  const owner = await PhotoClient.on(server);
  const { id } = await owner.createAlbum({ name: 'Party' });
  const share = { albumId: id, term: 'week', mayUpload: 'after-approval' };
  const { body } = await owner.ask<ShareWithKey>('POST /shares', share);
  let sent = 0;
  const send = async () => {
    const form = new FormData();
    sent += 1;
    form.append('photos', new Blob([new Uint8Array(await jpeg({ seed: sent, width: 40, height: 30 }))]), 'a.jpg');
    const headers = { [SHARE_KEY_HEADER]: body.key };
    const url = `${server.origin}/photos/albums/${id}/photos`;
    expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(201);
  };
  const waiting = async () => (await owner.ask<WaitingPhoto[]>('GET /photos/waiting')).body;
  const watch = new TestWatch(watchedGuests({ ...parts(), ...guests.of(server.dependencies.core) }));
  expect(await watch.pass(2)).toEqual([]);
  await send();
  await send();
  expect(await watch.pass(2)).toEqual(['2 photos of guests wait']);
  await send();
  expect(await watch.pass(60)).toEqual([]);
  const restarted = new TestWatch(watchedGuests({ ...parts(), ...guests.of(server.dependencies.core) }));
  expect(await restarted.pass(60)).toEqual([]);
  expect(await waiting()).toHaveLength(3);
  expect(await restarted.pass(2), 'seen, and not decided').toEqual([]);
  await send();
  expect(await restarted.pass(2)).toEqual(['A photo of a guest waits']);
  await owner.ask('POST /photos/waiting/approve', { ids: (await waiting()).map((photo) => photo.id) });
  expect(await restarted.pass(2)).toEqual([]);
  expect((await parts().alerts.notified()).get('guests')).toEqual(undefined);
});

test('photos of guests that wait are told of to nobody who does not see their album', async () => {
  const owner = await PhotoClient.on(server);
  const [seen, unseen] = [await owner.createAlbum({ name: 'Party' }), await owner.createAlbum({ name: 'Secret' })];
  const { user } = await server.signIn({ permissions: ['admin', 'photos:write'] });
  await parts().alerts.addChannel('Tom', { kind: 'webhook', url: 'https://tom.example/' }, user.id);
  await server.dependencies.users.setPermissions({ userId: user.id, permissions: ['photos:write'] });
  await server.dependencies.users.setAlbums({ userId: user.id, albumIds: [seen.id] });
  const watch = new TestWatch(watchedGuests({ ...parts(), ...guests.of(server.dependencies.core) }));
  for (const [seed, { id: albumId }] of [unseen, seen].entries()) {
    const { body } = await owner.ask<ShareWithKey>('POST /shares', {
      albumId,
      term: 'week',
      mayUpload: 'after-approval',
    });
    const form = new FormData();
    form.append('photos', new Blob([new Uint8Array(await jpeg({ seed, width: 40, height: 30 }))]), 'a.jpg');
    const headers = { [SHARE_KEY_HEADER]: body.key };
    await fetch(`${server.origin}/photos/albums/${albumId}/photos`, { method: 'POST', headers, body: form });
    if (albumId === unseen.id) expect(await watch.pass(2)).toEqual(['A photo of a guest waits']);
  }
  // As after a start of the server with both of them waiting: the one who sees all is told of both, Tom of his one.
  await server.dependencies.db.deleteFrom('alerts_told').execute();
  const fresh = { ...guests.of(server.dependencies.core).waiting, seenUpTo: () => 0 };
  const anew = new TestWatch(watchedGuests({ ...parts(), ...guests.of(server.dependencies.core), waiting: fresh }));
  expect((await anew.pass(2)).toSorted()).toEqual(['2 photos of guests wait', 'A photo of a guest waits']);
});

test('kinds are checked in an order of their own, whichever subject opened first', () => {
  const made = Array.from(server.dependencies.core.slots.watched, (make) => make().about);
  expect(made).toEqual(['nodes', 'values', 'tablets', 'guests', 'server']);
});
