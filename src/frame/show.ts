import type { Photo } from '../contract/entities.ts';
import type { FrameSettings } from '../domain/frame/frameSettings.ts';
import type { Verdict } from '../domain/frame/frameResponse.ts';
import { MESSAGES } from '../domain/messages.ts';
import { forgetPhotos, keepPhotos, recallPhotos } from './memory.ts';
import { mark, showMode, showNotice, shownMode } from './page.ts';
import { clearStage, setPhotos } from './stage.ts';

const CONNECT_AGAIN = 'This screen needs to be connected again';
const HOW_TO_CONNECT =
  'Ask whoever looks after the server for a new key. Open its address here, or type the key. The old one is tried again ' +
  'every minute.';
const HOW_TO_BEGIN = 'Ask whoever looks after the server for a key. Open its address here, or type the key.';
const NO_PHOTOS = 'No photos to show yet';

type StartsWith = FrameSettings['startsWith'];

let hasPhotos = false;

/** The photos as the server lists them now. */
export function show({
  apiKey,
  photos,
  startsWith,
}: {
  apiKey: string;
  photos: Photo[];
  startsWith: StartsWith;
}): void {
  const isFirst = !hasPhotos;
  hasPhotos = photos.length > 0;
  keepPhotos(apiKey, photos);
  setPhotos(photos);
  if (!hasPhotos) showMode('clock');
  else if (isFirst) showMode(startsWith);
}

/** The photos as this key listed them before, until the server says more. */
export function showRecalled(apiKey: string): void {
  const photos = recallPhotos(apiKey);
  if (photos.length > 0) show({ apiKey, photos, startsWith: 'photos' });
}

/** Changes between photos and the clock alone, where there are photos. */
export function showKnown(mode: StartsWith): void {
  if (hasPhotos) showMode(mode);
}

export function sayVerdict(verdict: Verdict): void {
  const isNotice = shownMode() === 'notice';
  switch (verdict) {
    case 'refused':
      forgetPhotos();
      empty(CONNECT_AGAIN, HOW_TO_CONNECT);
      return;
    case 'unknown':
      // A server that lost its memory takes nothing away from a tablet that has photos.
      if (hasPhotos) mark(MESSAGES.tabletUnknown);
      else if (!isNotice) empty(MESSAGES.apiKeyInvalid, HOW_TO_CONNECT);
      return;
    case 'failed':
      if (!isNotice) mark('Offline');
      return;
    case 'fine':
      if (!isNotice) mark(hasPhotos ? '' : NO_PHOTOS);
  }
}

export function sayKeyIsMissing(): void {
  empty(MESSAGES.apiKeyRequired, HOW_TO_BEGIN);
}

function empty(title: string, text: string): void {
  hasPhotos = false;
  clearStage();
  mark('');
  showNotice(title, text);
}
