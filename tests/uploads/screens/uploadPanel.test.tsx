import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_QUEUE, type UploadEvent, uploadQueue } from '#domain/uploads/uploadQueue.ts';
import { summaryOf } from '#domain/uploads/uploadState.ts';
import { UploadPanel } from '#src/admin/uploads/UploadPanel.tsx';
import { tabUploader } from '#src/admin/uploads/tabUploader.ts';

const SUCCESS = 'Successfully uploaded 2 photos!';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The panel after two photos were stored, and `refused` was not. */
function finished(refused?: string) {
  const names = ['1.jpg', '2.jpg', ...(refused === undefined ? [] : [refused])];
  const uploads = names.map((name, id) => ({ id, albumId: 'a', name, size: 1 }));
  const rejected = names.slice(2).map((filename) => ({ filename, message: 'This file is not a photo' }));
  const added = uploadQueue(EMPTY_QUEUE, { type: 'added', uploads });
  const response = { photos: [], duplicates: [], rejected };
  const ids = uploads.map(({ id }) => id);
  const sent = uploadQueue(added, { type: 'progressed', ids, percent: 100 });
  const queue = uploadQueue(sent, { type: 'responded', ids, response });
  render(<UploadPanel albumId="a" summary={summaryOf(queue, 'a')} pausing={false} />);
}

const percentOf = (name: string) => screen.getByRole('progressbar', { name }).getAttribute('value');
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

it('hides the success message after 3 seconds to the millisecond, and the panel with it', async () => {
  const dismiss = vi.spyOn(tabUploader, 'dismiss');
  finished();
  await pass(2_999);
  expect(screen.getByText(SUCCESS)).toBeDefined();
  expect(dismiss).not.toHaveBeenCalled();
  await pass(1);
  expect(screen.queryByText(SUCCESS)).toBeNull();
  expect(dismiss).toHaveBeenCalledWith('a');
});

it('stays until it is dismissed when a file was refused', async () => {
  const dismiss = vi.spyOn(tabUploader, 'dismiss');
  finished('notes.txt');
  expect([percentOf('1.jpg'), percentOf('notes.txt')], 'nothing of what was refused is there').toEqual(['100', '0']);
  await pass(3_000);
  expect(screen.queryByText(SUCCESS)).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('notes.txt This file is not a photo');
  expect(dismiss).not.toHaveBeenCalled();
  expect(screen.getByText('2 added, 1 was refused')).toBeDefined();
  screen.getByRole('button', { name: 'Dismiss' }).click();
  expect(dismiss).toHaveBeenCalledWith('a');
});

it('says what was added before what was there, and folds the names', async () => {
  const uploads = Array.from({ length: 5 }, (_, id) => ({ id, albumId: 'a', name: `${id}.jpg`, size: 1 }));
  const response = { photos: [], duplicates: ['2.jpg', '3.jpg', '4.jpg'], rejected: [] };
  const added = uploadQueue(EMPTY_QUEUE, { type: 'added', uploads });
  const queue = uploadQueue(added, { type: 'responded', ids: [0, 1, 2, 3, 4], response });
  render(<UploadPanel albumId="a" summary={summaryOf(queue, 'a')} pausing={false} />);
  expect(screen.getByText(SUCCESS)).toBeDefined();
  await pass(3_000);
  expect(screen.getByText('2 added, 3 were here')).toBeDefined();
  const names = screen.getByText('3 photos were already in this album').closest('details');
  expect(names).toHaveProperty('open', false);
  expect(names?.textContent).toContain('4.jpg');
});

it('names the photos that were stored without a part of theirs, and none that was refused', () => {
  const uploads = ['IMG_1.HEIC', 'IMG_2.HEIC', 'party.mov'].map((name, id) => ({ id, albumId: 'a', name, size: 1 }));
  const events: UploadEvent[] = [
    { type: 'added', uploads },
    { type: 'noted', id: 1, note: 'Its video is damaged' },
    { type: 'noted', id: 2, note: 'Its video is damaged' },
    { type: 'refused', ids: [2], message: 'It has no picture' },
    { type: 'responded', ids: [0, 1], response: { photos: [], duplicates: [], rejected: [] } },
  ];
  const queue = events.reduce(uploadQueue, EMPTY_QUEUE);
  render(<UploadPanel albumId="a" summary={summaryOf(queue, 'a')} pausing={false} />);
  const note = screen.getByText('Of 1 file not all is kept. Its video is damaged').closest('details');
  expect(note?.textContent).toContain('IMG_2.HEIC Its video is damaged');
  expect(screen.getByRole('alert').textContent).toContain('1 file was refusedparty.mov It has no picture');
});

it('says how far a file is prepared', () => {
  const events: UploadEvent[] = [
    { type: 'added', uploads: [{ id: 1, albumId: 'a', name: 'party.mov', size: 1 }] },
    { type: 'preparing', id: 1, share: 0.406 },
  ];
  const queue = events.reduce(uploadQueue, EMPTY_QUEUE);
  render(<UploadPanel albumId="a" summary={summaryOf(queue, 'a')} pausing={false} />);
  expect(screen.getByText('preparing, 40 %')).toBeDefined();
  expect(screen.getByRole('progressbar', { name: 'party.mov' })).toHaveProperty('value', 40);
});
