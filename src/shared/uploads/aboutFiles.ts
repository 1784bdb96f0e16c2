import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import { HEAD_BYTES, recogniseImage, wrongKindText } from '#domain/uploads/imageKinds.ts';
import { isTaken } from '#src/shared/preparations.ts';

const noted = new WeakMap<File, PhotoAbout>();

/** Notes facts from a file beside a picture, to be sent with it. */
export function noteAbout(file: File, about: PhotoAbout): void {
  noted.set(file, about);
}

export function aboutFile(file: File): PhotoAbout | undefined {
  return noted.get(file);
}

/**
 * The reason why a file is not sent, undefined if it may be: its first bytes decide, so that no film is sent completely
 * before the server rejects it in the same words. Reading them also shows whether the file was moved or changed since
 * it was chosen, in which case sending it would fail like a lost connection.
 */
export async function whyRefused(file: File): Promise<string | undefined> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    // An empty file is sent, because the server has a sentence of its own for it.
    if (head.length === 0) return undefined;
    const recognised = recogniseImage(head);
    return recognised.kind || isTaken(head) ? undefined : wrongKindText(recognised.name);
  } catch {
    return 'This file can no longer be read.';
  }
}
