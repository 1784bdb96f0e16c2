import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredUpload } from '#domain/uploads/storedUploads.ts';
import type { UploadStore, StoredDrop } from '#src/admin/uploads/stored/uploadStore.ts';
import { StoredUploader } from '#src/admin/uploads/stored/StoredUploader.ts';
import type { SendPhotos } from '#src/shared/uploads/Uploader.ts';

const album = { id: 'a', name: 'Album', slug: 'album' };
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const photo = (name: string) => ({ file: new File([JPEG], name), path: [] });
const photos = (count: number) => Array.from({ length: count }, (_, index) => photo(`${index}.jpg`));
const never = () => new Promise<never>(() => {});
const stored: SendPhotos = async () => ({ status: 'complete', data: { photos: [], duplicates: [], rejected: [] } });

const keyOf = ({ drop, number }: StoredUpload) => `${drop}:${number}`;

/** The storage of a device, shared by the tabs of a test. */
function memoryStore() {
  const drops = new Map<string, StoredDrop>();
  const files = new Map<string, StoredUpload>();
  const store: UploadStore = {
    load: async () => ({ drops: [...drops.values()], files: [...files.values()] }),
    addDrop: async (drop) => void drops.set(drop.id, drop),
    putFiles: async (added) => added.forEach((file) => files.set(keyOf(file), file)),
    removeFiles: async (gone) => gone.forEach((file) => files.delete(keyOf(file))),
    removeDrops: async (ids) => ids.forEach((id) => drops.delete(id)),
    async claim(drop, claim) {
      const mine = drops.get(drop.id)?.claim === drop.claim;
      if (mine) drops.set(drop.id, { ...drop, claim });
      return mine;
    },
  };
  return { store, drops, names: () => Array.from(files.values(), ({ name }) => name) };
}

/** Albums that are gone, and names of files that have arrived after all. */
interface Meanwhile {
  gone?: readonly string[];
  arrived?: readonly string[];
}

function tab(store: UploadStore, send: SendPhotos, { gone = [], arrived = [] }: Meanwhile = {}) {
  const uploader = new StoredUploader({
    send,
    store,
    arrivedOf: async (files) => ({ arrived: files.filter(({ name }) => arrived.includes(name)), gone: new Set(gone) }),
  });
  const open = async (userId: string) => {
    const looking = uploader.openFor(userId);
    await vi.advanceTimersByTimeAsync(1_000);
    await looking;
  };
  return { uploader, open, missing: () => uploader.unfinished.get()?.missing };
}

/** Sends the first request of eight, and then nothing any more: the tab has crashed. */
function crashing(): SendPhotos {
  let requests = 0;
  return async (request) => {
    requests += 1;
    return requests === 1 ? stored(request) : never();
  };
}

const settle = () => vi.advanceTimersByTimeAsync(1_000);

beforeEach(() => {
  vi.useFakeTimers();
  // The tabs of these tests hear each other only where a test says so.
  vi.stubGlobal('BroadcastChannel', undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function crashedUpload() {
  const device = memoryStore();
  const crashed = tab(device.store, crashing());
  await crashed.open('anna');
  crashed.uploader.upload([{ album, files: photos(20) }]);
  await settle();
  expect(device.names()).toHaveLength(12);
  return device;
}

describe('an upload that was broken off', () => {
  it('is nothing once everything has arrived', async () => {
    const { store, names, drops } = memoryStore();
    const { uploader, open } = tab(store, stored);
    await open('anna');
    uploader.upload([{ album, files: photos(20) }]);
    await settle();
    expect([names(), drops.size]).toEqual([[], 0]);
  });

  it('has no file left that was sent with a picture which has arrived', async () => {
    const device = memoryStore();
    const crashed = tab(device.store, never);
    await crashed.open('anna');
    crashed.uploader.upload([{ album, files: ['IMG_1.HEIC', 'IMG_1.MOV', 'IMG_2.HEIC', 'IMG_2.MOV'].map(photo) }]);
    await settle();
    const later = tab(device.store, never, { arrived: ['IMG_1.HEIC'] });
    await later.open('anna');
    expect(device.names()).toEqual(['IMG_2.HEIC', 'IMG_2.MOV']);
  });

  it('is continued with the files that are missing, when they are chosen again', async () => {
    const device = await crashedUpload();
    const sent: string[] = [];
    const later = tab(device.store, async (request) => {
      sent.push(...request.files.map(({ name }) => name));
      return stored(request);
    });
    await later.open('anna');
    expect(later.uploader.unfinished.get()).toEqual({
      total: 20,
      missing: 12,
      inReach: 0,
      isOfFolders: false,
      albums: ['Album'],
    });
    await later.uploader.choose(photos(8));
    expect(later.uploader.note.get()).toBe('None of these files is among those that are missing.');
    await later.uploader.choose(photos(18));
    await settle();
    expect(sent).toHaveLength(10);
    expect(later.missing()).toBe(2);
    await later.uploader.choose(photos(20));
    await settle();
    expect(sent).toHaveLength(12);
    expect([later.missing(), device.names(), device.drops.size]).toEqual([undefined, [], 0]);
  });

  it('is continued by one of two tabs only', async () => {
    const device = await crashedUpload();
    const [one, other] = [tab(device.store, never), tab(device.store, never)];
    await one.open('anna');
    await other.open('anna');
    await one.uploader.choose(photos(20));
    const choosing = other.uploader.choose(photos(20));
    await settle();
    await choosing;
    expect(other.uploader.note.get()).toBe('Another tab has continued this upload already.');
    expect([one.uploader.isBusy(), other.uploader.isBusy()]).toEqual([true, false]);
  });

  it('is not offered while another tab is at it, and gone from the others when one takes it over', async () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
    const device = memoryStore();
    const busy = tab(device.store, never);
    await busy.uploader.openFor('anna');
    busy.uploader.upload([{ album, files: photos(3) }]);
    const second = tab(device.store, never);
    await expect.poll(device.names).toHaveLength(3);
    await second.uploader.openFor('anna');
    expect(second.missing()).toBeUndefined();
    busy.uploader.letGo();
    const third = tab(device.store, never);
    await second.uploader.openFor('anna');
    await third.uploader.openFor('anna');
    expect([second.missing(), third.missing()]).toEqual([3, 3]);
    await second.uploader.choose(photos(3));
    await expect.poll(third.missing).toBeUndefined();
  });

  it('belongs to its person', async () => {
    const device = await crashedUpload();
    const later = tab(device.store, stored);
    await later.open('bert');
    expect(later.missing()).toBeUndefined();
    await later.open('anna');
    expect(later.missing()).toBe(12);
    later.uploader.letGo();
    await later.open('bert');
    expect([later.missing(), device.names().length]).toEqual([undefined, 12]);
  });

  it('is forgotten when it is discarded, and after a month', async () => {
    const device = await crashedUpload();
    const later = tab(device.store, stored);
    vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60 * 1000);
    await later.open('anna');
    expect([later.missing(), device.names(), device.drops.size]).toEqual([undefined, [], 0]);
    const again = await crashedUpload();
    const next = tab(again.store, stored);
    await next.open('anna');
    next.uploader.discard();
    await settle();
    expect([next.missing(), again.names(), again.drops.size]).toEqual([undefined, [], 0]);
  });

  it('says so when its album is gone', async () => {
    const device = await crashedUpload();
    const later = tab(device.store, stored, { gone: ['a'] });
    await later.open('anna');
    await settle();
    expect(later.uploader.note.get()).toBe(
      '“Album” is no longer there for you: what was still to be sent there stays on your device.',
    );
    expect([later.missing(), device.names()]).toEqual([undefined, []]);
  });

  it('says so when its album goes during the upload, and goes on with the other albums', async () => {
    const { store, names } = memoryStore();
    const sentTo: string[] = [];
    const { uploader, open } = tab(store, async (request) => {
      sentTo.push(request.albumId);
      if (request.albumId === 'b' || sentTo.length === 1) return stored(request);
      return { status: 'error', httpStatus: 404, message: 'There is no such album' };
    });
    await open('anna');
    uploader.upload([
      { album, files: photos(20) },
      { album: { id: 'b', name: 'Other', slug: 'other' }, files: photos(2) },
    ]);
    await settle();
    expect(uploader.note.get()).toBe(
      '“Album” is no longer there for you: what was still to be sent there stays on your device.',
    );
    expect(sentTo).toEqual(['a', 'a', 'b']);
    // Nothing is offered to be sent again, now or by the next tab.
    expect(uploader.queue().items.map(({ albumId, status }) => `${albumId} ${status}`)).toEqual([
      'b stored',
      'b stored',
    ]);
    expect(names()).toEqual([]);
  });

  it('ends in the middle of a file when its album is taken away, and goes on with the other albums', async () => {
    const { store, names } = memoryStore();
    const gone: string[] = [];
    const ended: string[] = [];
    const slow: SendPhotos = ({ albumId, signal }) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => {
          ended.push(albumId);
          resolve({ status: 'error', httpStatus: 0, message: 'ended' });
        });
      });
    const send: SendPhotos = (request) => (request.albumId === 'b' ? stored(request) : slow(request));
    const { uploader, open } = tab(store, send, { gone });
    await open('anna');
    uploader.upload([
      { album, files: photos(2) },
      { album: { id: 'b', name: 'Other', slug: 'other' }, files: photos(2) },
      { album: { id: 'c', name: 'Third', slug: 'third' }, files: photos(2) },
    ]);
    await settle();
    await uploader.checkAlbums();
    expect(ended).toEqual([]);
    gone.push('a', 'c');
    await uploader.checkAlbums();
    await settle();
    expect(ended).toEqual(['a']);
    expect(uploader.note.get()).toBe(
      '“Album”, “Third” are no longer there for you: what was still to be sent there stays on your device.',
    );
    expect(uploader.queue().items.map(({ albumId, status }) => `${albumId} ${status}`)).toEqual([
      'b stored',
      'b stored',
    ]);
    expect(names()).toEqual([]);
  });

  it('is missing no longer when the same files are dropped again', async () => {
    const device = await crashedUpload();
    const later = tab(device.store, stored);
    await later.open('anna');
    later.uploader.upload([{ album, files: photos(20) }]);
    await settle();
    expect([later.missing(), device.names(), device.drops.size]).toEqual([undefined, [], 0]);
  });

  it('is cancelled for good by the person', async () => {
    const { store, names, drops } = memoryStore();
    const { uploader, open } = tab(store, never);
    await open('anna');
    uploader.upload([{ album, files: photos(20) }]);
    await settle();
    uploader.cancel();
    await settle();
    expect([names(), drops.size]).toEqual([[], 0]);
  });
});
