import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEAD_BYTES, isImageName, isVideoContent, recogniseImage, wrongKindText } from '#domain/uploads/imageKinds.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const recognised = (text: string) => {
  const found = recogniseImage(bytes(text));
  return found.kind ?? found.name;
};

describe('recogniseImage', () => {
  it.each([
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['GIF89a', 'gif'],
    ['GIF87a', 'gif'],
    ['RIFF\0\0\0\0WEBP', 'webp'],
    ['\0\0\0\x18ftypavif\0\0\0\0mif1miaf', 'avif'],
    ['\0\0\0\x14ftypmif1\0\0\0\0avif', 'avif'],
    ['\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'a video'],
    ['\0\0\0\x14ftypavis\0\0\0\0avis', 'avif'],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'heic'],
    ['\0\0\0\x10ftyphevx\0\0\0\0', 'heic'],
    ['\0\0\0\x10ftypmif1\0\0\0\0', 'heic'],
    ['\0\0\0\x10ftypmsf1\0\0\0\0', 'heic'],
    ['\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'a video'],
    ['\0\0\0\x14ftypmp42\0\0\0\0mp42avif', 'a video'],
    ['\0\0\0\x08wide\0\0\0\0mdat', 'a video'],
    ['\0\0\0\x08moov', 'a video'],
    ['\0\0\0\x08mdat', 'a video'],
    ['\0\0\0\x08free', 'a video'],
    ['\0\0\0\x08skip', 'a video'],
    ['\0\0\0\x08pnot', 'a video'],
    ['\x1a\x45\xdf\xa3', 'a video'],
    ['\0\0\0\x18ftypM4A \0\0\0\0M4A mp42', 'a sound recording'],
    ['RIFF\0\0\0\0WAVE', 'a sound recording'],
    ['ID3\x04', 'a sound recording'],
    ['fLaC', 'a sound recording'],
    ['OggS', 'a sound recording'],
    ['PK\x03\x04', 'a zip file'],
    ['II*\0', 'a TIFF image'],
    ['MM\0*', 'a TIFF image'],
    ['II+\0', 'a TIFF image'],
    ['MM\0+', 'a TIFF image'],
    ['BM\x36\0\x0c\0\0\0\0\0', 'a BMP image'],
    ['junk before %PDF-1.4', 'a PDF'],
    ['<?xml version="1.0"?><SVG width="1">', 'an SVG drawing'],
    ['\0\0\0\x0cJXL \r\n', 'a JPEG XL image'],
    ['\xff\x0a', 'a JPEG XL image'],
    // Like one of the above in part only.
    ['GIF90a', 'not an image'],
    ['RIFF\0\0\0\0AVI ', 'not an image'],
    ['FORM\0\0\0\0WAVE', 'not an image'],
    ['FORM\0\0\0\0WEBP', 'not an image'],
    ['xID3', 'not an image'],
    ['BMW is a car', 'not an image'],
    ['\xff\xd8 and no picture', 'not an image'],
    ['\0\0\0\x10ftyp\0hei\0\0\0\0', 'a video'],
    ['\0\0\0\x10ftypheiz\0\0\0\0', 'a video'],
    ['\0\0\0\x10ftyphexc\0\0\0\0', 'a video'],
    ['hello', 'not an image'],
    ['', 'not an image'],
  ])('%j is %s', (head, expected) => {
    expect(recognised(head)).toBe(expected);
  });

  it('reads no brands beyond the end of a box, nor of the bytes it looks at', () => {
    expect(recognised('\0\0\0\x14ftypisom\0\0\0\0isomheic'), 'beyond the box').toBe('a video');
    expect(recognised('\xff\0\0\0ftypisom\0\0\0\0isomheic'), 'a box of gigabytes').toBe('heic');
  });

  it('says to a person what the file is, and what to send instead', () => {
    expect(wrongKindText('a video')).toBe('This is a video. Please send JPEG, PNG, WebP, GIF, AVIF or HEIC');
    expect(wrongKindText(recognised('PK\x03\x04'))).toBe(
      'This is a zip file. Unpack it, and drop the folder that comes out',
    );
  });

  it('says something of any bytes, and looks at no more than the first ones', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2 * HEAD_BYTES }), (file) => {
        expect(recogniseImage(file)).toEqual(recogniseImage(file.slice(0, HEAD_BYTES)));
      }),
    );
  });
});

it.each([
  ['a video', '\0\0\0\x08moov', true],
  ['a picture', '\xff\xd8\xff\xe0', false],
  ['a sound', 'OggS', false],
  ['nothing', '', false],
])('%s is sent as a video: %j, %s', (_what, head, isVideo) => {
  expect(isVideoContent(bytes(head))).toBe(isVideo);
});

it.each([
  ['a.jpg', true],
  ['a.JPEG', true],
  ['a.b.png', true],
  ['a.webp', true],
  ['a.gif', true],
  ['a.avif', true],
  ['a.heic', true],
  ['a.heif', true],
  ['a.heix', false],
  ['a.jpg.txt', false],
  ['a.mov', false],
  ['jpg', false],
])('%s is the name of a picture: %s', (name, isImage) => {
  expect(isImageName(name)).toBe(isImage);
});
