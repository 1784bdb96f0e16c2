import { expect, test } from 'vitest';
import { embeddedClip } from '#domain/clips/embeddedClip.ts';
import {
  heicMotionPhoto,
  jpegOf,
  motionPhoto,
  olderMotionPhoto,
  samsungPhoto,
  videoHead,
  xmp,
} from '../support/motionPhotos.ts';

const VIDEO = videoHead(900);

async function clipIn(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const picture = new Blob([new Uint8Array(bytes)]);
  const clip = await embeddedClip(picture);
  return clip && new Uint8Array(await picture.slice(clip.start, clip.end).arrayBuffer());
}

test.each([
  ["Google's container", motionPhoto(VIDEO)],
  ["Google's container with elements in place of attributes", motionPhoto(VIDEO, { style: 'elements' })],
  [
    "Google's container with a map of brightness before the video",
    motionPhoto(VIDEO, { gainMap: new Uint8Array(300) }),
  ],
  ["Google's container with something behind the video", motionPhoto(VIDEO, { after: new Uint8Array(77) })],
  ["Google's older offset", olderMotionPhoto(VIDEO)],
  ["Samsung's trailer", samsungPhoto(VIDEO)],
  ["Samsung's trailer behind another part", samsungPhoto(VIDEO, { others: ['Image_UTC_Data'] })],
  ['the box of a HEIC', heicMotionPhoto(VIDEO)],
  ['the box of a HEIC with a size of 64 bits', heicMotionPhoto(VIDEO, { wide: true })],
])('the video is found by %s', async (_name, bytes) => {
  expect(await clipIn(bytes)).toEqual(VIDEO);
});

test.each([
  ['a JPEG without marks', jpegOf()],
  ['a HEIC without the box', heicMotionPhoto(undefined)],
  ['marks without a video', jpegOf(xmp('<Container:Item Item:Semantic="MotionPhoto" Item:Length="900"/>'))],
  ['an offset beyond the file', jpegOf(xmp('<rdf:Description GCamera:MicroVideoOffset="99999999"/>'))],
  ['a length that is no number', jpegOf(xmp('<Container:Item Item:Semantic="MotionPhoto" Item:Length="x"/>'))],
  ['an empty file', new Uint8Array(0)],
  ['a file of another kind', new Uint8Array(2_000).fill(0x42)],
  ['a video by itself', VIDEO],
])('%s has no video in it', async (_name, bytes) => {
  expect(await clipIn(bytes)).toBeUndefined();
});

test('a photo cut off at any byte is read without an error', async () => {
  for (const whole of [motionPhoto(VIDEO), samsungPhoto(VIDEO), heicMotionPhoto(VIDEO)]) {
    for (let bytes = 0; bytes < whole.length; bytes += 7) await clipIn(whole.slice(0, bytes));
  }
});
