import { isoTime } from '#domain/clock/isoTime.ts';
import { CAPTION_MAX_CHARACTERS } from '#contract/limits.ts';
import { isRecord } from '../records.ts';
import { wellFormed } from '../text/hiddenCharacters.ts';

/** The facts about a picture from a file beside it. */
export interface PhotoAbout {
  /** Milliseconds since 1970. */
  takenAt?: number;
  caption?: string;
  /** Whether it was in the trash there. */
  isTrashed?: true;
}

/** The facts as the form of an upload carries them. */
export function aboutText({ takenAt, caption }: PhotoAbout): string {
  return JSON.stringify({ takenAt: takenAt === undefined ? undefined : isoTime(takenAt), caption });
}

/** The facts in the field of a form; undefined for anything else. */
export function aboutFrom(text: string): PhotoAbout | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    const takenAt = typeof value.takenAt === 'string' ? Date.parse(value.takenAt) : Number.NaN;
    const caption = typeof value.caption === 'string' ? cutCaption(value.caption) : '';
    return { ...(!Number.isNaN(takenAt) && { takenAt }), ...(caption !== '' && { caption }) };
  } catch {
    return undefined;
  }
}

/** Shortens a description to the length of a caption, without cutting a character in two. */
export function cutCaption(text: string): string {
  return wellFormed(text.slice(0, CAPTION_MAX_CHARACTERS)).trim();
}
