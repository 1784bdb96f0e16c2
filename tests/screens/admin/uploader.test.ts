import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FinalState, UploadRequest } from '../../../src/api/upload.ts';
import { summaryOf } from '../../../src/domain/uploads/uploadState.ts';
import { Uploader } from '../../../src/screens/admin/uploads/Uploader.ts';

const album = { id: 'a', name: 'Album', slug: 'album' };
const file = (name: string) => new File(['bytes'], name, { type: 'image/jpeg' });
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

  it('sends each file of a batch alone after the batch was refused as a whole', async () => {
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
