import type { Photo } from '#contract/photos/schemas.ts';
import { imagePath } from '#contract/paths.ts';
import { type OldTabletSettings, isTimeForNext } from '#domain/oldTablets/oldTabletSettings.ts';
import { dayOf } from '#domain/slideshow/slideList.ts';
import { shareBefore } from '#domain/photoFocus.ts';
import { longDate } from '#domain/clock/longDate.ts';
import { type ClockReading, slideshow, type SlideshowEvent, startSlideshow } from '#domain/slideshow/slideshow.ts';
import { environment } from '../environment.ts';
import { part } from './page.ts';
import { beginsWithThisDay, currentSequence, indexOf, photoAt, rearrange } from './sequence.ts';

const LOAD_TIMEOUT_MS = 30_000;
/** The length of the transition in frame.css, and a little more. */
const FADE_MS = 2_000;

interface Shown {
  image: HTMLImageElement;
  photo: Photo;
}

let look: OldTabletSettings | undefined;
let state = startSlideshow(0);
let front: Shown | undefined;
let loading: { image: HTMLImageElement; timer: number } | undefined;

function reading(): ClockReading {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

function change(event: SlideshowEvent): void {
  const { moves } = state;
  state = slideshow(state, event);
  if (state.moves !== moves) loadCurrent();
}

/** The photo on screen stays if it is still listed, at whatever index. */
function stayWith(shown: Photo | undefined): void {
  change({ type: 'recounted', count: currentSequence().photos.length, index: indexOf(shown, state.round) });
}

export function setPhotos(photos: Photo[]): void {
  if (photos.length === 0) {
    clearStage();
    return;
  }
  const shown = photoAt(state);
  rearrange({ photos });
  if (shown) {
    stayWith(shown);
    return;
  }
  state = startSlideshow(photos.length);
  loadCurrent();
}

/** Follows the settings of the tablet. */
export function setLook(next: OldTabletSettings): void {
  const shown = photoAt(state);
  if (next.order !== currentSequence().order) {
    rearrange({ order: next.order });
    if (shown) stayWith(shown);
  }
  look = next;
  placeAgain();
  if (front) writeWords(front.photo);
}

/** Removes all photos from the page, also those that are still loading. */
export function clearStage(): void {
  rearrange({ photos: [] });
  state = startSlideshow(0);
  stopLoading();
  front = undefined;
  part('photos').innerHTML = '';
}

export function move(type: 'next' | 'previous' | 'paused'): void {
  change({ type });
}

export function resume(): void {
  change({ type: 'resumed', at: reading() });
}

/** Called every second: shows the next photo when this one's time is over. */
export function advance(slideMs: number): void {
  const shown = photoAt(state);
  if (!shown) return;
  const today = dayOf(new Date());
  if (today !== currentSequence().today) beginDay(today, shown);
  else if (isTimeForNext(state, reading(), slideMs)) change({ type: 'next' });
}

function beginDay(today: string, shown: Photo): void {
  rearrange({ today });
  if (beginsWithThisDay(state.round)) change({ type: 'reordered', count: currentSequence().photos.length });
  else stayWith(shown);
}

/**
 * Places a photo, whole or cropped around its focus. The place is computed, because old browsers have no `object-fit`.
 */
function place({ image, photo: { focus } }: Shown): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const scales = [clientWidth / image.naturalWidth, clientHeight / image.naturalHeight];
  const scale = look && look.fit === 'cover' ? Math.max(...scales) : Math.min(...scales);
  const width = Math.round(image.naturalWidth * scale);
  const height = Math.round(image.naturalHeight * scale);
  image.style.width = `${width}px`;
  image.style.height = `${height}px`;
  image.style.left = `${Math.round((clientWidth - width) * shareBefore(width / clientWidth, focus?.x))}px`;
  image.style.top = `${Math.round((clientHeight - height) * shareBefore(height / clientHeight, focus?.y))}px`;
}

export function placeAgain(): void {
  if (front) place(front);
}

function remove(image: HTMLImageElement): void {
  if (image.parentNode) image.parentNode.removeChild(image);
}

function stopLoading(): void {
  if (!loading) return;
  window.clearTimeout(loading.timer);
  remove(loading.image);
  loading = undefined;
}

function loadCurrent(): void {
  stopLoading();
  const photo = photoAt(state);
  if (!photo) return;
  const { moves } = state;
  const image = document.createElement('img');
  const isAwaited = () => loading !== undefined && loading.image === image;
  const fail = () => {
    if (!isAwaited()) return;
    stopLoading();
    change({ type: 'broken', move: moves, at: reading() });
  };
  loading = { image, timer: window.setTimeout(fail, LOAD_TIMEOUT_MS) };
  image.alt = '';
  image.addEventListener('error', fail);
  image.addEventListener('load', () => {
    if (!isAwaited()) return;
    window.clearTimeout(loading?.timer);
    loading = undefined;
    fadeTo(image, photo);
    change({ type: 'shown', move: moves, at: reading() });
  });
  image.src = environment().baseAssetUrl + imagePath(photo, 'medium');
}

function fadeTo(image: HTMLImageElement, photo: Photo): void {
  const previous = front && front.image;
  front = { image, photo };
  writeWords(photo);
  place(front);
  part('photos').appendChild(image);
  // Reading a size makes the browser begin the transition at the style that the photo has now.
  void image.offsetWidth;
  image.className = 'shown';
  if (!previous) return;
  previous.className = '';
  window.setTimeout(() => remove(previous), FADE_MS);
}

/** Writes texts over the photo as set: its caption, and the day it was taken. */
function writeWords({ caption = '', takenAt = '' }: Photo): void {
  part('caption').textContent = look && look.caption ? caption : '';
  part('taken').textContent = look && look.date && takenAt !== '' ? longDate(takenAt, look.locale) : '';
}
