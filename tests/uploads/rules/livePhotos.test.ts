import { expect, test } from 'vitest';
import { wrongKindText } from '#domain/uploads/imageKinds.ts';
import { livePhotoVideos } from '#domain/uploads/uploadState.ts';
import { EMPTY_QUEUE, type UploadEvent, uploadQueue } from '#domain/uploads/uploadQueue.ts';

function videosAmong(names: string[], refused: Record<string, string>): string[] {
  const uploads = names.map((name, id) => ({ id, albumId: 'a', name, size: 1 }));
  const refusals = Object.entries(refused).map(([name, message]): UploadEvent => ({
    type: 'refused',
    ids: [names.indexOf(name)],
    message,
  }));
  const { items } = [{ type: 'added', uploads } as const, ...refusals].reduce(uploadQueue, EMPTY_QUEUE);
  return livePhotoVideos(items).map(({ name }) => name);
}

const VIDEO = wrongKindText('a video');

test('a video beside a picture of its name is the moving part of a Live Photo', () => {
  const names = [
    'IMG_1.HEIC',
    'IMG_1.MOV',
    'IMG_2.jpg',
    'img_2.mov',
    'party.mov',
    'IMG_3.HEIC',
    'IMG_3.MOV',
    'IMG_4.MOV',
  ];
  const refused = {
    'IMG_1.MOV': VIDEO,
    'img_2.mov': VIDEO,
    'party.mov': VIDEO,
    'IMG_3.HEIC': 'The picture is damaged',
    'IMG_3.MOV': VIDEO,
    'IMG_4.MOV': VIDEO,
  };
  expect(videosAmong(names, refused)).toEqual(['IMG_1.MOV', 'img_2.mov']);
});

test('other files of its name are refused with their own sentence', () => {
  expect(videosAmong(['IMG_1.HEIC', 'IMG_1.AAE'], { 'IMG_1.AAE': wrongKindText('not an image') })).toEqual([]);
  expect(videosAmong(['.MOV', 'b'], { '.MOV': VIDEO })).toEqual([]);
});
