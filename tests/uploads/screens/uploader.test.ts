import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FinalState, UploadRequest } from '#src/shared/api/upload.ts';
import { summaryOf } from '#domain/uploads/uploadState.ts';
import type { Contents } from '#src/shared/uploads/KnownContents.ts';
import { Uploader } from '#src/shared/uploads/Uploader.ts';

const album = { id: 'a', name: 'Album', slug: 'album' };
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const file = (name: string) => new File([JPEG], name, { type: 'image/jpeg' });
/** A song, under whatever name: nothing makes a photo of it. */
const song = (name: string) => new File(['ID3', 'x'.repeat(5_000)], name, { type: '' });
const stored: FinalState = { status: 'complete', data: { photos: [], duplicates: [], rejected: [] } };
const noResponse: FinalState = { status: 'error', message: 'Failed to upload photos' };
const refusal = (httpStatus: number): FinalState => ({ status: 'error', message: `Status ${httpStatus}`, httpStatus });

/** An uploader whose requests end with the given results, one after another; the last result is repeated. */
function uploaderWith(...results: FinalState[]) {
  const requests: UploadRequest[] = [];
  const uploader = new Uploader(async (request) => {
    requests.push(request);
    return results[Math.min(requests.length, results.length) - 1] ?? stored;
  });
  const counts = () => summaryOf(uploader.queue(), 'a').counts;
  return { uploader, requests, counts };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An uploader whose server has the contents named; a file's hash is its name, and takes `hashMs` to compute. */
function askingUploader(knownOf: Contents['knownOf'], hashMs = 0) {
  const requests: UploadRequest[] = [];
  const asked: string[][] = [];
  const send = async (request: UploadRequest) => {
    requests.push(request);
    return stored;
  };
  const uploader = new Uploader(send, {
    hashOf: async ({ name }) => {
      if (hashMs > 0) await new Promise((resolve) => setTimeout(resolve, hashMs));
      return name.startsWith('unreadable') ? undefined : name;
    },
    knownOf: async (albumId, hashes) => {
      asked.push(hashes);
      return knownOf(albumId, hashes);
    },
  });
  const sent = () => requests.flatMap(({ files }) => files.map(({ name }) => name));
  return { uploader, requests, asked, sent, counts: () => summaryOf(uploader.queue(), 'a').counts };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.jpg`));

describe('an uploader that asks what is there already', () => {
  it('sends only what is missing, and counts the rest as duplicates', async () => {
    const { uploader, sent, asked, counts } = askingUploader(async (_, hashes) =>
      hashes.filter((name) => name !== '150.jpg'),
    );
    uploader.add(album, numbered(200));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent()).toEqual(['150.jpg']);
    expect(counts()).toMatchObject({ stored: 1, duplicate: 199 });
    // Small pages first, so that sending begins soon.
    expect(asked.map(({ length }) => length)).toEqual([8, 16, 32, 64, 80]);
  });

  it('hashes on while the first photos are being sent', async () => {
    const { uploader, requests, asked } = askingUploader(async () => [], 100);
    uploader.add(album, numbered(24));
    await vi.advanceTimersByTimeAsync(799);
    expect(requests).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_600);
    expect(asked).toHaveLength(2);
    expect(requests).toHaveLength(3);
  });

  it('sends everything when nobody answers, as when the server is too old to be asked', async () => {
    const { uploader, sent, asked, counts } = askingUploader(async () => {
      throw new Error('404');
    });
    uploader.add(album, numbered(30));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent()).toHaveLength(30);
    expect(asked).toHaveLength(1);
    expect(counts()).toMatchObject({ stored: 30 });
  });

  it('sends what cannot be hashed, hashes no film, and asks about equal files once', async () => {
    const { uploader, sent, asked, counts } = askingUploader(async () => ['same.jpg']);
    uploader.add(album, [file('unreadable.jpg'), song('song.mp3'), file('same.jpg'), file('same.jpg')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual([['same.jpg']]);
    expect(sent()).toEqual(['unreadable.jpg']);
    expect(counts()).toMatchObject({ stored: 1, duplicate: 2, refused: 1 });
  });

  it('stops hashing when the upload is cancelled', async () => {
    const { uploader, sent, asked } = askingUploader(async () => [], 100);
    uploader.add(album, numbered(50));
    await vi.advanceTimersByTimeAsync(150);
    uploader.cancel();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.flat().length).toBeLessThanOrEqual(2);
    expect(sent()).toEqual([]);
    expect(uploader.isBusy()).toBe(false);
  });
});

describe('the uploader', () => {
  it('waits 1, 2, 4, 8, 16 and 16 seconds between attempts, then leaves the rest to the person', async () => {
    const { uploader, requests, counts } = uploaderWith(noResponse);
    uploader.add(album, [file('1.jpg')]);
    for (const [index, seconds] of [1, 2, 4, 8, 16, 16].entries()) {
      await vi.advanceTimersByTimeAsync(0);
      expect(requests).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(requests, `before ${seconds} s are over`).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(requests).toHaveLength(7);
    expect(counts()).toMatchObject({ failed: 1, waiting: 0 });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(requests).toHaveLength(7);
  });

  it('counts failures in a row: one success starts anew', async () => {
    const { uploader, requests, counts } = uploaderWith(noResponse, noResponse, noResponse, stored, noResponse, stored);
    uploader.add(album, [file('1.jpg')]);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(counts()).toMatchObject({ stored: 1 });
    uploader.add(album, [file('2.jpg')]);
    await vi.advanceTimersByTimeAsync(999);
    expect(requests).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(1);
    expect(counts()).toMatchObject({ stored: 1, waiting: 0 });
  });

  it('does not wait for the end of a pause once the device is online, or the person says so', async () => {
    const { uploader, requests } = uploaderWith(noResponse);
    uploader.add(album, [file('1.jpg')]);
    await vi.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toHaveLength(2);
    uploader.tryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toHaveLength(3);
  });

  it('sends the rest again when asked to, and only that', async () => {
    const { uploader, requests, counts } = uploaderWith(refusal(507), stored);
    uploader.add(album, [file('1.jpg'), file('2.jpg')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(counts()).toMatchObject({ failed: 2 });
    uploader.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toHaveLength(2);
    expect(counts()).toMatchObject({ stored: 2, failed: 0 });
  });

  it.each([401, 403, 404, 507])('does not try again by itself after a %i', async (status) => {
    const { uploader, requests, counts } = uploaderWith(refusal(status));
    uploader.add(album, [file('1.jpg')]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(requests).toHaveLength(1);
    expect(counts()).toMatchObject({ failed: 1 });
  });

  it('stands in line as long as others send by the same link, without sending in vain or giving up', async () => {
    const requests: UploadRequest[] = [];
    let isBusy = true;
    const send = async (request: UploadRequest) => {
      requests.push(request);
      return isBusy ? refusal(429) : stored;
    };
    const uploader = new Uploader(send, undefined, { isOurTurn: async () => !isBusy });
    uploader.add(album, [file('1.jpg')]);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(requests).toHaveLength(1);
    expect(uploader.queue()).toMatchObject({ inLine: true, pausing: false, items: [{ status: 'waiting' }] });
    isBusy = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(requests).toHaveLength(2);
    expect(uploader.queue()).toMatchObject({ inLine: false, items: [{ status: 'stored' }] });
  });

  it('goes on with the other albums when one is not there any more', async () => {
    const { uploader, requests, counts } = uploaderWith(refusal(404), stored);
    uploader.add(album, [file('1.jpg')]);
    uploader.add({ id: 'b', name: 'Other', slug: 'other' }, [file('2.jpg')]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(requests.map(({ albumId }) => albumId)).toEqual(['a', 'b']);
    expect(counts()).toMatchObject({ failed: 1 });
    expect(summaryOf(uploader.queue(), 'b').counts).toMatchObject({ stored: 1 });
  });

  it('sends each file of a batch by itself after the server refused the whole batch', async () => {
    const { uploader, requests, counts } = uploaderWith(refusal(413), stored, refusal(413), stored);
    uploader.add(album, [file('1.jpg'), file('2.jpg'), file('3.jpg')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(requests.map(({ files }) => files.map(({ name }) => name))).toEqual([
      ['1.jpg', '2.jpg', '3.jpg'],
      ['1.jpg'],
      ['2.jpg'],
      ['3.jpg'],
    ]);
    expect(counts()).toMatchObject({ stored: 2, refused: 1 });
  });

  it('refuses a file that can no longer be read, and sends the others', async () => {
    const { uploader, requests, counts } = uploaderWith(stored);
    const gone = file('gone.jpg');
    vi.spyOn(gone, 'slice').mockImplementation(() => {
      throw new DOMException('The file changed on disk', 'NotReadableError');
    });
    uploader.add(album, [file('1.jpg'), gone, file('2.jpg')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(requests.map(({ files }) => files.map(({ name }) => name))).toEqual([['1.jpg', '2.jpg']]);
    expect(counts()).toMatchObject({ stored: 2, refused: 1 });
  });

  it('refuses a file that is no picture by its first bytes, before it sends anything', async () => {
    const { uploader, requests, counts } = uploaderWith(stored);
    const music = song('IMG_0001.mp3');
    const read = vi.spyOn(music, 'slice');
    uploader.add(album, [file('1.jpg'), music, song('renamed.jpg'), new File(['hello'], 'notes.txt')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(requests.map(({ files }) => files.map(({ name }) => name))).toEqual([['1.jpg']]);
    expect(counts()).toMatchObject({ stored: 1, refused: 3 });
    const told = uploader.queue().items.map(({ message }) => message);
    const please = 'Please send JPEG, PNG, WebP, GIF, AVIF or HEIC';
    expect(told.slice(1, 3)).toEqual([`This is a sound recording. ${please}`, `This is a sound recording. ${please}`]);
    expect(told[3]).toBe(`This is not an image. ${please}`);
    expect(read.mock.calls.every(([start, end]) => start === 0 && end === 512)).toBe(true);
  });

  it('finds songs at once, not only when their turn comes, and leaves an empty file to the server', async () => {
    const { uploader, requests, counts } = uploaderWith(noResponse);
    const photos = Array.from({ length: 20 }, (_, index) => file(`${index}.jpg`));
    uploader.add(album, [...photos, song('late.mp3'), new File([], 'empty.jpg')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toHaveLength(1);
    expect(counts()).toMatchObject({ waiting: 21, refused: 1 });
  });

  it('cancels what is on its way and forgets what waits', async () => {
    const requests: UploadRequest[] = [];
    const uploader = new Uploader(async (request) => {
      requests.push(request);
      await new Promise((resolve) => request.signal?.addEventListener('abort', resolve));
      return noResponse;
    });
    uploader.add(
      album,
      Array.from({ length: 20 }, (_, index) => file(`${index}.jpg`)),
    );
    await vi.advanceTimersByTimeAsync(0);
    uploader.cancel();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(1);
    expect(uploader.queue().items).toEqual([]);
    expect(uploader.isBusy()).toBe(false);
    // The uploader can be used again after a cancelled upload.
    uploader.add(album, [file('later.jpg')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toHaveLength(2);
  });
});
