import readExif, { type Exif } from 'exif-reader';

/** A picture that can be decoded is accepted even when its metadata is broken; then there are no tags. */
export function readTags(exif: Buffer | undefined): Exif | undefined {
  try {
    return exif && readExif(exif);
  } catch {
    return undefined;
  }
}
