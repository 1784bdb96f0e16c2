import { readTags } from './exifTags.ts';

const LONGEST = 100;

/** Maker and model as people say them: 'Apple iPhone 15', 'Canon EOS R6'; null when the metadata does not tell. */
export function cameraOf(exif: Buffer | undefined): string | null {
  const image = readTags(exif)?.Image;
  const make = textOf(image?.Make);
  const model = textOf(image?.Model);
  const isNamed = model.toLowerCase().startsWith(make.split(' ')[0]?.toLowerCase() ?? '');
  const camera = (isNamed && model !== '' ? model : `${make} ${model}`).trim().slice(0, LONGEST);
  return camera === '' ? null : camera;
}

function textOf(tag: unknown): string {
  // Cameras fill the field up with zeros or blanks.
  return typeof tag === 'string' ? tag.slice(0, LONGEST).replaceAll('\0', ' ').trim() : '';
}
