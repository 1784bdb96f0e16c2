import readExif, { type Exif } from 'exif-reader';

/** A picture that can be decoded is accepted even when its metadata is broken; then there are no tags. */
export function readTags(exif: Buffer | undefined): Exif | undefined {
  try {
    return exif && readExif(exif);
  } catch {
    return undefined;
  }
}

const OFFSET = /^([+-])(\d{2}):(\d{2})$/;

/**
 * When the picture was taken, in milliseconds since 1970; null when its metadata has no time or an impossible one.
 * Times without an offset are taken to be in the server's time zone, since cameras are set to local time.
 */
export function takenAt(exif: Buffer | undefined): number | null {
  const photo = readTags(exif)?.Photo;
  const original = millisecondsOf(photo?.DateTimeOriginal, photo?.OffsetTimeOriginal, photo?.SubSecTimeOriginal);
  return original ?? millisecondsOf(photo?.DateTimeDigitized, photo?.OffsetTimeDigitized, photo?.SubSecTimeDigitized);
}

/** `face` is what the camera's clock showed; exif-reader returns it as if it were in UTC. */
function millisecondsOf(face: unknown, offset: unknown, subSeconds: unknown): number | null {
  if (!(face instanceof Date) || Number.isNaN(face.getTime())) return null;
  const fraction = typeof subSeconds === 'string' ? Number(`0.${subSeconds.trim()}`) : 0;
  const time = inZone(face, offset) + (Number.isFinite(fraction) ? Math.floor(fraction * 1000) : 0);
  // A time of zero or less comes from a camera whose clock was never set.
  return time > 0 ? time : null;
}

function inZone(face: Date, offset: unknown): number {
  const parts = typeof offset === 'string' ? OFFSET.exec(offset.trim()) : null;
  if (parts) {
    const minutes = Number(parts[2]) * 60 + Number(parts[3]);
    return face.getTime() - (parts[1] === '-' ? -minutes : minutes) * 60_000;
  }
  const [year, month, day] = [face.getUTCFullYear(), face.getUTCMonth(), face.getUTCDate()];
  return new Date(year, month, day, face.getUTCHours(), face.getUTCMinutes(), face.getUTCSeconds()).getTime();
}
