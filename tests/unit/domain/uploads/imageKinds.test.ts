import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEAD_BYTES, recogniseImage } from '../../../../src/domain/uploads/imageKinds.ts';

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
    ['RIFF\0\0\0\0WEBP', 'webp'],
    ['\0\0\0\x18ftypavif\0\0\0\0mif1miaf', 'avif'],
    ['\0\0\0\x14ftypmif1\0\0\0\0avif', 'avif'],
    ['\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'a video'],
    ['\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'a video'],
    ['\0\0\0\x08wide\0\0\0\0mdat', 'a video'],
    ['\x1a\x45\xdf\xa3', 'a video'],
    ['\0\0\0\x18ftypM4A \0\0\0\0M4A mp42', 'a sound recording'],
    ['RIFF\0\0\0\0WAVE', 'a sound recording'],
    ['ID3\x04', 'a sound recording'],
    ['II*\0', 'a TIFF image'],
    ['BM\x36\0\x0c\0\0\0\0\0', 'a BMP image'],
    ['junk before %PDF-1.4', 'a PDF'],
    ['<?xml version="1.0"?><SVG width="1">', 'an SVG drawing'],
    ['\0\0\0\x0cJXL \r\n', 'a JPEG XL image'],
    ['hello', 'not an image'],
    ['', 'not an image'],
  ])('%j is %s', (head, expected) => {
    expect(recognised(head)).toBe(expected);
  });

  it('says something of any bytes, and looks at no more than the first ones', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2 * HEAD_BYTES }), (file) => {
        expect(recogniseImage(file)).toEqual(recogniseImage(file.slice(0, HEAD_BYTES)));
      }),
    );
  });
});
