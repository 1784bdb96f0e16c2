import type { Photo } from '#contract/photos/schemas.ts';
import type { OldTabletSettings } from '#domain/oldTablets/oldTabletSettings.ts';
import type { Result } from '#domain/oldTablets/responses.ts';
import { FIRST_MESSAGES } from '#domain/firstMessages.ts';
import { forgetConnection, keep } from './memory.ts';
import { showLine, mark, showMode, shownMode, part } from './page.ts';
import { clearStage, setPhotos } from './stage.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';

const CONNECT = 'Connect this screen';
const CONNECT_AGAIN = 'This screen was disconnected';
const HOW_TO_BEGIN =
  'On a computer or phone, open Circuit Tree, Tablets, Add, and type these letters. Or type a key here.';
const HOW_TO_CONNECT =
  'On a computer or phone, open Circuit Tree, Tablets, this tablet, Connect again, and type these letters. Or type a key here. The old key is tried again every minute.';
const NO_PHOTOS = 'No photos to show yet';

type StartsWith = OldTabletSettings['startsWith'];

let hasPhotos = false;

/** Shows photos from the server's present list. */
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
  keep(apiKey, { photos });
  setPhotos(photos);
  if (!hasPhotos) showMode('clock');
  else if (isFirst) showMode(startsWith);
}

/** Changes between photos and the clock alone, where there are photos. */
export function showKnown(mode: StartsWith): void {
  if (hasPhotos) showMode(mode);
}

export function showResult(result: Result): void {
  const isNotice = shownMode() === 'notice';
  switch (result) {
    case 'refused':
      forget();
      showLine('');
      empty(CONNECT_AGAIN, HOW_TO_CONNECT);
      return;
    case 'unknown':
      // A server that lost its data takes nothing away from a tablet that has photos.
      if (hasPhotos) mark(FIRST_MESSAGES.tabletUnknown);
      else if (!isNotice) empty(FIRST_MESSAGES.apiKeyInvalid, HOW_TO_CONNECT);
      return;
    case 'failed':
      if (!isNotice) mark('Offline');
      return;
    case 'fine':
      if (!isNotice) mark(hasPhotos ? '' : NO_PHOTOS);
  }
}

export function sayKeyIsMissing(): void {
  empty(CONNECT, HOW_TO_BEGIN);
}

function empty(title: string, text: string): void {
  hasPhotos = false;
  clearStage();
  mark('');
  showNotice(title, text);
}

/** Shows why the page has no photos, with the code and the form. The clock continues above it. */
function showNotice(title: string, text: string): void {
  part('notice-title').textContent = title;
  part('notice-text').textContent = text;
  showMode('notice');
}

function forget(): void {
  forgetConnection();
  try {
    localStorage.removeItem(LOCAL_STORAGE.framePhotos);
    localStorage.removeItem(LOCAL_STORAGE.message);
  } catch {
    // Nothing is stored then.
  }
}
