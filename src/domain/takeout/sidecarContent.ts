import { parsedJson } from '../parsedJson.ts';
import { isRecord } from '../records.ts';
import { cutCaption, type PhotoAbout } from './photoAbout.ts';

/** A sidecar's content: of a picture, of an album, or of neither. */
export interface SidecarContent {
  about?: PhotoAbout;
  albumTitle?: string;
}

const MS_PER_SECOND = 1_000;

/** Reads the JSON that Google's Takeout writes; anything else tells nothing. */
export function readSidecar(text: string): SidecarContent {
  const content = parsedJson(text.replace(/^\uFEFF/, ''));
  if (!isRecord(content)) return {};
  const takenAt = timeOf(content.photoTakenTime);
  const isOfPicture = takenAt !== undefined || 'imageViews' in content || content.trashed === true;
  if (!isOfPicture) {
    const album = isRecord(content.albumData) ? content.albumData : content;
    const title = textIn(album, 'title');
    return title === undefined ? {} : { albumTitle: title };
  }
  const caption = textIn(content, 'description');
  const about = {
    ...(takenAt !== undefined && { takenAt }),
    ...(caption !== undefined && { caption: cutCaption(caption) }),
    ...(content.trashed === true && { isTrashed: true as const }),
  };
  return { about };
}

/** Seconds since 1970, written as a text. Google writes 0 where it knows nothing. */
function timeOf(value: unknown): number | undefined {
  const seconds = Number(isRecord(value) ? (value.timestamp ?? Number.NaN) : Number.NaN);
  const time = seconds * MS_PER_SECOND;
  return Number.isFinite(time) && time !== 0 && !Number.isNaN(new Date(time).getTime()) ? time : undefined;
}

function textIn(record: Record<string, unknown>, field: string): string | undefined {
  const value = record[field];
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}
