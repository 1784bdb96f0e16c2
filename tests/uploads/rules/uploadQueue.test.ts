import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrivedPhotos,
  EMPTY_QUEUE,
  isNamed,
  type UploadEvent,
  type UploadItem,
  type UploadQueue,
  uploadQueue,
} from '#domain/uploads/uploadQueue.ts';
import { summaryOf } from '#domain/uploads/uploadState.ts';

const upload = (id: number, name = `${id}.jpg`, size = 100) => ({ id, albumId: 'a', name, size });
const photo = (filename: string) => ({ filename, albumSlug: 'a' });

function after(...events: UploadEvent[]) {
  return events.reduce(uploadQueue, EMPTY_QUEUE);
}

const NOTHING = { photos: [], duplicates: [], rejected: [] };

const statuses = (items: UploadItem[]) => items.map(({ status }) => status);

describe('uploadQueue', () => {
  const three: UploadEvent = { type: 'added', uploads: [upload(1), upload(2), upload(3)] };
  const sending: UploadEvent = { type: 'sending', ids: [1, 2, 3] };

  it('gives each file of one response its own result', () => {
    const response = {
      photos: [photo('1-x.jpg'), photo('2-x.jpg')],
      duplicates: ['2.jpg'],
      rejected: [{ filename: '3.jpg', message: 'This file is not a photo' }],
    };
    const queue = after(three, sending, { type: 'responded', ids: [1, 2, 3], response });
    expect(statuses(queue.items)).toEqual(['stored', 'duplicate', 'refused']);
    expect(queue.items[2]?.message).toBe('This file is not a photo');
    expect(queue.arrived).toEqual([{ albumId: 'a', photos: response.photos }]);
  });

  it('takes a file as it was chosen: nothing sent yet, nothing to say', () => {
    expect(after({ type: 'added', uploads: [upload(1)] }).items).toEqual([
      {
        ...upload(1),
        status: 'waiting',
        sentBytes: 0,
        interruptions: 0,
        alone: false,
        unasked: false,
        hash: undefined,
        message: undefined,
        prepared: 0,
        goesWith: undefined,
        note: undefined,
      },
    ]);
  });

  it('sends nothing of what the album has already, and remembers the hashes of the rest', () => {
    const unasked = [1, 2, 3, 4].map((id) => Object.assign(upload(id), { unasked: true }));
    const hashes = new Map([
      [1, 'one'],
      [2, 'two'],
      [4, 'two'],
    ]);
    const { items } = after(
      { type: 'added', uploads: unasked },
      { type: 'refused', ids: [3], message: 'This is a video' },
      { type: 'refused', ids: [4], message: 'This is damaged' },
      { type: 'asked', ids: [1, 2, 3, 4], hashes, known: ['two', 'else'] },
    );
    expect(statuses(items)).toEqual(['waiting', 'duplicate', 'refused', 'refused']);
    expect(items.map(({ hash, unasked: still }) => [hash, still])).toEqual([
      ['one', false],
      ['two', false],
      [undefined, false],
      ['two', false],
    ]);
  });

  it('asks again about what failed, since it may have arrived: then it is no duplicate', () => {
    const events: UploadEvent[] = [
      { type: 'added', uploads: [{ ...upload(1), hash: 'one' }] },
      { type: 'sending', ids: [1] },
      { type: 'interrupted', ids: [1] },
      { type: 'gaveUp', message: 'Failed' },
      { type: 'retried' },
    ];
    expect(after(...events).items).toMatchObject([{ status: 'waiting', unasked: true }]);
    const { items } = after(...events, { type: 'asked', ids: [1], hashes: new Map(), known: ['one'] });
    expect(items).toMatchObject([{ status: 'stored', unasked: false }]);
    const withoutHash = after(three, { type: 'gaveUp', message: 'Failed' }, { type: 'retried' });
    expect(withoutHash.items.map(({ unasked }) => unasked)).toEqual([false, false, false]);
  });

  it('tells how far a file is made into what is sent, which ends a pause and can be cancelled', () => {
    const preparing = after(
      three,
      { type: 'interrupted', ids: [1] },
      { type: 'preparing', id: 1, share: 0.4 },
      { type: 'responded', ids: [2, 3], response: NOTHING },
    );
    expect(statuses(preparing.items)).toEqual(['preparing', 'stored', 'stored']);
    expect(preparing.items.map(({ prepared }) => prepared)).toEqual([0.4, 0, 0]);
    expect(preparing.pausing).toBe(false);
    expect(uploadQueue(preparing, { type: 'cancelled' }).items.map(({ id }) => id)).toEqual([2, 3]);
  });

  it('notes what of a file is not kept, and nothing else changes', () => {
    const before = after(three, sending);
    const { items } = uploadQueue(before, { type: 'noted', id: 2, note: 'Its clip is too long.' });
    const [first, second, third] = before.items;
    expect(items).toEqual([first, { ...second, note: 'Its clip is too long.' }, third]);
  });

  it('does not send what is turned away before its turn', () => {
    const { items } = after(
      { type: 'added', uploads: [upload(1), upload(2)] },
      { type: 'refused', ids: [1], message: 'This is a video' },
    );
    expect(items).toMatchObject([{ status: 'refused', message: 'This is a video' }, { status: 'waiting' }]);
  });

  it('keeps a file that the server could not store, for another attempt', () => {
    const rejected = [{ filename: '2.jpg', message: 'The disk is full', mayRetry: true as const }];
    const queue = after(three, sending, {
      type: 'responded',
      ids: [1, 2, 3],
      response: { photos: [], duplicates: [], rejected },
    });
    expect(statuses(queue.items)).toEqual(['stored', 'failed', 'stored']);
    expect(summaryOf(queue, 'a').state).toEqual({ status: 'error', message: 'The disk is full' });
  });

  it('spreads the bytes of a request over its files in their order', () => {
    const queue = after(three, sending, { type: 'progressed', ids: [1, 2, 3], percent: 50 });
    expect(queue.items.map(({ sentBytes }) => sentBytes)).toEqual([100, 50, 0]);
    expect(statuses(queue.items)).toEqual(['sending', 'sending', 'sending']);
  });

  it('spreads no more and no fewer bytes than were sent, and only over the files that travel', () => {
    const anySizes = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(anySizes, fc.integer({ min: 0, max: 100 }), (sizes, percent) => {
        const uploads = sizes.map((size, id) => upload(id, `${id}`, size));
        const ids = uploads.slice(1).map(({ id }) => id);
        const { items } = after({ type: 'added', uploads }, { type: 'progressed', ids, percent });
        const total = sizes.slice(1).reduce((sum, size) => sum + size, 0);
        expect(items.reduce((sum, { sentBytes }) => sum + sentBytes, 0)).toBeCloseTo((total * percent) / 100, 6);
        expect(items[0]?.sentBytes).toBe(0);
        expect(items.every(({ size, sentBytes }) => sentBytes >= 0 && sentBytes <= size)).toBe(true);
      }),
    );
  });

  it('begins again at nothing when files are sent once more', () => {
    const half: UploadEvent = { type: 'progressed', ids: [1, 2, 3], percent: 50 };
    const interrupted: UploadEvent = { type: 'interrupted', ids: [1, 2, 3] };
    for (const again of [sending, interrupted, { type: 'gaveUp', message: '' } as const]) {
      expect(after(three, sending, half, again).items.map(({ sentBytes }) => sentBytes)).toEqual([0, 0, 0]);
    }
    const split = after(three, sending, half, { type: 'refused', ids: [1, 2], message: 'Too large' });
    expect(split.items.map(({ sentBytes }) => sentBytes)).toEqual([0, 0, 0]);
  });

  it('puts an interrupted request back in line, and takes its duplicates for its own work', () => {
    const interrupted = after(three, sending, { type: 'interrupted', ids: [1, 2, 3] });
    expect(interrupted.pausing).toBe(true);
    expect(statuses(interrupted.items)).toEqual(['waiting', 'waiting', 'waiting']);
    const response = { photos: [], duplicates: ['1.jpg', '2.jpg', '3.jpg'], rejected: [] };
    const again = uploadQueue(uploadQueue(interrupted, sending), { type: 'responded', ids: [1, 2, 3], response });
    expect(statuses(again.items)).toEqual(['stored', 'stored', 'stored']);
    expect(again.pausing).toBe(false);
    // 'Successfully uploaded' speaks of the whole selection: whoever chose three new photos is not told of none.
    expect(summaryOf(again, 'a').state).toEqual({ status: 'complete', data: { count: 3 } });
  });

  it('puts a request back that has to wait for others, of which nothing can have arrived', () => {
    const postponed = after(three, sending, { type: 'postponed', ids: [1, 2, 3] });
    expect(postponed).toMatchObject({ inLine: true, pausing: false });
    expect(statuses(postponed.items)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(uploadQueue(postponed, sending).inLine).toBe(true);
    const response = { photos: [], duplicates: ['1.jpg', '2.jpg', '3.jpg'], rejected: [] };
    const again = uploadQueue(postponed, { type: 'responded', ids: [1, 2, 3], response });
    expect(again.inLine).toBe(false);
    expect(statuses(again.items)).toEqual(['duplicate', 'duplicate', 'duplicate']);
    const ends: UploadEvent[] = [
      { type: 'interrupted', ids: [1, 2, 3] },
      { type: 'refused', ids: [1, 2, 3], message: 'No' },
      { type: 'gaveUp', message: 'No' },
      { type: 'cancelled' },
    ];
    for (const end of ends) expect(uploadQueue(postponed, end).inLine).toBe(false);
  });

  it('sends the files of a request refused as a whole one by one', () => {
    const split = after(three, sending, { type: 'refused', ids: [1, 2, 3], message: 'Too large' });
    expect(split.items.every(({ status, alone }) => status === 'waiting' && alone)).toBe(true);
    const one = uploadQueue(split, { type: 'refused', ids: [2], message: 'Too large' });
    expect(statuses(one.items)).toEqual(['waiting', 'refused', 'waiting']);
    expect(one.items.map(({ message }) => message)).toEqual([undefined, 'Too large', undefined]);
  });

  it('takes the response to a single file for that file, even with another name in it', () => {
    const rejected = [{ filename: 'renamed.jpg', message: 'No' }];
    const refused: UploadEvent = { type: 'responded', ids: [1], response: { photos: [], duplicates: [], rejected } };
    expect(statuses(after(three, refused).items)).toEqual(['refused', 'waiting', 'waiting']);
    const known: UploadEvent = {
      type: 'responded',
      ids: [1],
      response: { photos: [], duplicates: ['renamed.jpg'], rejected: [] },
    };
    expect(statuses(after(three, known).items)).toEqual(['duplicate', 'waiting', 'waiting']);
  });

  it('recognises a name the browser escaped on the way', () => {
    for (const [name, filename] of [
      ['a"b"c.jpg', 'a%22b%22c.jpg'],
      ['a"b"c.jpg', 'a"b"c.jpg'],
      ['a\r\nb\nc\rd.jpg', 'a%0D%0Ab%0D%0Ac%0D%0Ad.jpg'],
    ] as const) {
      const response = { photos: [], duplicates: [], rejected: [{ filename, message: 'No' }] };
      const queue = after(
        { type: 'added', uploads: [upload(1, name), upload(2)] },
        { type: 'responded', ids: [1, 2], response },
      );
      expect(statuses(queue.items), name).toEqual(['refused', 'stored']);
    }
  });

  it('takes no name for that of a file that is not there', () => {
    expect(isNamed(undefined, '1.jpg')).toBe(false);
  });

  it('asks again file by file when a response names a file nobody sent', () => {
    const response = { photos: [], duplicates: [], rejected: [{ filename: '?.jpg', message: 'No' }] };
    const queue = after(three, { type: 'responded', ids: [1, 2, 3], response });
    expect(queue.items.every(({ status, alone }) => status === 'waiting' && alone)).toBe(true);
    // The server may have stored some of them: when they come back as duplicates, they were uploaded just now.
    expect(queue.items.map(({ interruptions }) => interruptions)).toEqual([1, 1, 1]);
  });

  it('still takes the word of a response for the files it does name', () => {
    const rejected = [
      { filename: '1.jpg', message: 'No' },
      { filename: '?.jpg', message: 'No' },
    ];
    const queue = after(three, {
      type: 'responded',
      ids: [1, 2, 3],
      response: { photos: [], duplicates: ['2.jpg'], rejected },
    });
    expect(statuses(queue.items)).toEqual(['refused', 'duplicate', 'waiting']);
  });

  it('keeps what failed for a second try and forgets the rest when the next selection comes', () => {
    const response = { photos: [], duplicates: [], rejected: [] };
    const queue = after(
      three,
      { type: 'responded', ids: [1], response },
      { type: 'gaveUp', message: 'The disk is full' },
      { type: 'added', uploads: [upload(4)] },
    );
    expect(queue.items.map(({ id, status }) => [id, status])).toEqual([
      [2, 'failed'],
      [3, 'failed'],
      [4, 'waiting'],
    ]);
    const retried = uploadQueue(queue, { type: 'retried' });
    expect(retried.items.every(({ status, message }) => status === 'waiting' && message === undefined)).toBe(true);
  });

  it('sends nothing of its own accord that has failed, and clears nothing that has not', () => {
    const queue = after(three, { type: 'responded', ids: [1], response: NOTHING }, { type: 'retried' });
    expect(statuses(queue.items)).toEqual(['stored', 'waiting', 'waiting']);
  });

  it('adds to a selection that is still on its way, and keeps what it has brought so far', () => {
    const response = { ...NOTHING, photos: [photo('1-x.jpg')] };
    const busy = after(three, { type: 'responded', ids: [1], response }, { type: 'added', uploads: [upload(4)] });
    expect(busy.items.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(busy.arrived).toHaveLength(1);
    const done = uploadQueue(busy, { type: 'responded', ids: [2, 3, 4], response: NOTHING });
    const anew = uploadQueue(done, { type: 'added', uploads: [upload(5)] });
    expect(anew.items.map(({ id }) => id)).toEqual([5]);
    expect(anew.arrived).toEqual([]);
  });

  it('gives up on what is not done, and leaves the rest and its messages', () => {
    const queue = after(
      three,
      { type: 'responded', ids: [1], response: NOTHING },
      { type: 'sending', ids: [2] },
      { type: 'interrupted', ids: [2] },
      { type: 'gaveUp', message: 'The disk is full' },
    );
    expect(statuses(queue.items)).toEqual(['stored', 'failed', 'failed']);
    expect(queue.items.map(({ message }) => message)).toEqual([undefined, 'The disk is full', 'The disk is full']);
    expect(queue.pausing).toBe(false);
  });

  it('gives up on one album alone when only that is gone', () => {
    const { items } = after(
      { type: 'added', uploads: [upload(1), { ...upload(2), albumId: 'b' }] },
      { type: 'gaveUp', message: 'Gone', albumId: 'a' },
    );
    expect(statuses(items)).toEqual(['failed', 'waiting']);
  });

  it('cancels what has not arrived, also during a pause', () => {
    const paused = after(three, { type: 'responded', ids: [1], response: NOTHING }, { type: 'interrupted', ids: [2] });
    const queue = uploadQueue(uploadQueue(paused, { type: 'interrupted', ids: [3] }), { type: 'cancelled' });
    expect(queue.items.map(({ id }) => id)).toEqual([1]);
    expect(queue.pausing).toBe(false);
  });

  it('brings a cancelled file to no album when its response comes after all', () => {
    const response = { ...NOTHING, photos: [photo('1-x.jpg')] };
    const queue = after(three, { type: 'cancelled' }, { type: 'responded', ids: [1, 2, 3], response });
    expect(queue.items).toEqual([]);
    expect(queue.arrived).toEqual([{ albumId: '', photos: response.photos }]);
  });

  it('forgets an album that was looked at, but nothing that is on its way to it', () => {
    const inB = { ...upload(4), albumId: 'b' };
    const queue = after(
      { type: 'added', uploads: [upload(1), upload(2), inB] },
      { type: 'responded', ids: [1], response: NOTHING },
      { type: 'responded', ids: [4], response: NOTHING },
      { type: 'dismissed', albumId: 'a' },
    );
    expect(queue.items.map(({ id }) => id)).toEqual([2, 4]);
  });

  it('is empty once emptied', () => {
    expect(after(three, sending, { type: 'emptied' })).toEqual({
      items: [],
      arrived: [],
      pausing: false,
      inLine: false,
    });
  });

  it('changes no queue it was given', () => {
    const before = after(three, sending);
    const copy = structuredClone(before);
    const events: UploadEvent[] = [
      sending,
      { type: 'progressed', ids: [1], percent: 50 },
      { type: 'responded', ids: [1], response: NOTHING },
      { type: 'interrupted', ids: [1, 2, 3] },
      { type: 'gaveUp', message: 'x' },
      { type: 'cancelled' },
    ];
    for (const event of events) uploadQueue(before, event);
    expect(before).toEqual(copy);
  });
});

describe('a file that is sent with a picture', () => {
  const beside = { ...upload(2, 'a.mov'), goesWith: 1 };
  const added: UploadEvent = { type: 'added', uploads: [upload(1, 'a.heic'), beside, upload(3)] };

  it('is as far as the picture', () => {
    const { items } = after(added, { type: 'responded', ids: [1], response: NOTHING });
    expect(items).toMatchObject([
      { name: 'a.heic', status: 'stored' },
      { name: 'a.mov', status: 'stored' },
      { name: '3.jpg', status: 'waiting' },
    ]);
  });

  it('is not there without it', () => {
    expect(after({ type: 'added', uploads: [beside] }).items).toEqual([]);
  });

  it('has the picture sent although the album has that already', () => {
    const hashes = new Map([
      [1, 'one'],
      [3, 'three'],
    ]);
    const { items } = after(added, { type: 'asked', ids: [1, 3], hashes, known: ['one', 'three'] });
    expect(statuses(items)).toEqual(['waiting', 'waiting', 'duplicate']);
  });
});

describe('arrivedPhotos', () => {
  const arrived: UploadQueue['arrived'] = [
    { albumId: 'a', photos: [photo('1.jpg'), photo('2.jpg')] },
    { albumId: 'b', photos: [photo('3.jpg')] },
    { albumId: 'a', photos: [photo('2.jpg'), photo('4.jpg')] },
  ];

  it("are one album's, in the order of the responses, each once", () => {
    expect(arrivedPhotos(arrived, 'a').map(({ filename }) => filename)).toEqual(['1.jpg', '2.jpg', '4.jpg']);
    expect(arrivedPhotos(arrived, 'c')).toEqual([]);
  });
});
