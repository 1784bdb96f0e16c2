import { expect, test } from 'vitest';
import { clipPairs, isVideoName } from '#domain/clips/clipPairs.ts';

test.each<[string, { pictures: string[]; videos: string[]; pairs: [string, string][] }]>([
  [
    'the same name',
    { pictures: ['IMG_1.HEIC', 'IMG_2.HEIC'], videos: ['IMG_1.MOV'], pairs: [['IMG_1.HEIC', 'IMG_1.MOV']] },
  ],
  ['capitals', { pictures: ['img_1.jpg'], videos: ['IMG_1.MP4'], pairs: [['img_1.jpg', 'IMG_1.MP4']] }],
  [
    'two spellings of an accent',
    { pictures: ['Cafe\u0301.jpg'], videos: ['Caf\u00e9.mp4'], pairs: [['Cafe\u0301.jpg', 'Caf\u00e9.mp4']] },
  ],
  [
    'the camera’s own picture first',
    { pictures: ['IMG_1.JPG', 'IMG_1.HEIC'], videos: ['IMG_1.MOV'], pairs: [['IMG_1.HEIC', 'IMG_1.MOV']] },
  ],
  [
    'the camera’s own picture first, in any order',
    { pictures: ['IMG_1.HEIC', 'IMG_1.JPG'], videos: ['IMG_1.MOV'], pairs: [['IMG_1.HEIC', 'IMG_1.MOV']] },
  ],
  [
    'the first of two pictures that no camera writes',
    { pictures: ['a.heic.png', 'a.heic.jpg'], videos: ['a.heic.mp4'], pairs: [['a.heic.png', 'a.heic.mp4']] },
  ],
  [
    'videos alone among other files',
    { pictures: ['IMG_1.JPG'], videos: ['IMG_1.AAE', 'IMG_1.MOV'], pairs: [['IMG_1.JPG', 'IMG_1.MOV']] },
  ],
  [
    'one video only',
    { pictures: ['IMG_1.JPG'], videos: ['IMG_1.MOV', 'IMG_1.MP4'], pairs: [['IMG_1.JPG', 'IMG_1.MOV']] },
  ],
  [
    'numbers of copies',
    { pictures: ['IMG_1(1).HEIC'], videos: ['IMG_1(1).MP4', 'IMG_1.MP4'], pairs: [['IMG_1(1).HEIC', 'IMG_1(1).MP4']] },
  ],
  ['Google’s export', { pictures: ['PXL_1.MP.jpg'], videos: ['PXL_1.MP'], pairs: [['PXL_1.MP.jpg', 'PXL_1.MP']] }],
  [
    'Google’s export of another version',
    {
      pictures: ['PXL_1.MP.jpg', 'PXL_1.MP~2.jpg'],
      videos: ['PXL_1.MP', 'PXL_1.MP~2'],
      pairs: [
        ['PXL_1.MP.jpg', 'PXL_1.MP'],
        ['PXL_1.MP~2.jpg', 'PXL_1.MP~2'],
      ],
    },
  ],
  ['nothing', { pictures: ['IMG_10.JPG'], videos: ['IMG_1.MOV'], pairs: [] }],
  ['no letters that only resemble others', { pictures: ['Maß.jpg'], videos: ['Mass.mp4'], pairs: [] }],
])('videos belong to pictures by %s', (_name, { pictures, videos, pairs }) => {
  expect([...clipPairs(pictures, videos)]).toEqual(pairs);
});

test.each([
  ['a.mp4', true],
  ['a.MOV', true],
  ['a.m4v', true],
  ['a.webm', true],
  ['PXL.MP', true],
  ['PXL.MP~2', true],
  ['PXL.MP~12', true],
  ['a.avi', false],
  ['a.mp4.txt', false],
  ['a.mp.txt', false],
  ['mp4', false],
])('%s is a video by its name: %s', (name, isVideo) => {
  expect(isVideoName(name)).toBe(isVideo);
});
