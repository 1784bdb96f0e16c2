import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { wrongKindText } from '#domain/uploads/imageKinds.ts';
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

it('says of the videos of Live Photos once that they are left out, however many there are', () => {
  const names = ['IMG_1.HEIC', 'IMG_2.HEIC', 'IMG_1.MOV', 'IMG_2.MOV', 'party.mov'];
  const uploads = names.map((name, id) => ({ id, albumId: 'a', name, size: 1 }));
  const message = wrongKindText('a video');
  const events: UploadEvent[] = [
    { type: 'added', uploads },
    ...[2, 3, 4].map((id): UploadEvent => ({ type: 'refused', ids: [id], message })),
    { type: 'responded', ids: [0, 1], response: { photos: [], duplicates: [], rejected: [] } },
  ];
  const queue = events.reduce(uploadQueue, EMPTY_QUEUE);
  render(<UploadPanel albumId="a" summary={summaryOf(queue, 'a')} pausing={false} />);
  expect(screen.getByText('Of Live Photos the picture is taken, not the video: 2 were left out.')).toBeDefined();
  const alert = screen.getByRole('alert').textContent;
  expect(alert).toContain('1 file was refusedparty.mov This is a video.');
  expect(alert).not.toContain('IMG_1.MOV');
});
