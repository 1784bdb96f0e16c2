import type { Photo } from '../contract/entities.ts';
import { imagePath } from '../contract/paths.ts';
import { isSamePhoto } from '../domain/albums/samePhoto.ts';
import { isTimeForNext } from '../domain/frame/frameSettings.ts';
import { type ClockReading, slideshow, type SlideshowEvent, startSlideshow } from '../domain/slideshow/slideshow.ts';
import { environment } from '../environment.ts';
import { part } from './page.ts';

const LOAD_TIMEOUT_MS = 30_000;
/** As long as the transition in frame.css, and a little more. */
const FADE_MS = 2_000;

let photos: Photo[] = [];
let state = startSlideshow(0);
let front: HTMLImageElement | undefined;
let loading: { image: HTMLImageElement; timer: number } | undefined;

function reading(): ClockReading {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

function change(event: SlideshowEvent): void {
  const { moves } = state;
  state = slideshow(state, event);
  if (state.moves !== moves) loadCurrent();
}

/** Replaces the list. The photo on screen stays if it is still listed. */
export function setPhotos(next: Photo[]): void {
  if (next.length === 0) {
    clearStage();
    return;
  }
  const current = photos[state.index];
  const wasEmpty = photos.length === 0;
  photos = next;
  if (wasEmpty) {
    state = startSlideshow(photos.length);
    loadCurrent();
    return;
  }
  const index = photos.map((photo) => isSamePhoto(photo, current)).indexOf(true);
  change({ type: 'recounted', count: photos.length, index: index < 0 ? undefined : index });
}

/** Takes all photos off the page, also those that are about to come. */
export function clearStage(): void {
  photos = [];
  state = startSlideshow(0);
  stopLoading();
  front = undefined;
  part('photos').innerHTML = '';
}

export function move(type: 'next' | 'previous'): void {
  change({ type });
}

/** Called every second: goes on when the photo has had its time. */
export function advance(slideMs: number): void {
  if (photos.length > 0 && isTimeForNext(state, reading(), slideMs)) change({ type: 'next' });
}

/** As large as the screen allows, in its middle; computed, because old browsers have no `object-fit`. */
function place(image: HTMLImageElement): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const scale = Math.min(clientWidth / image.naturalWidth, clientHeight / image.naturalHeight);
  const width = Math.round(image.naturalWidth * scale);
  const height = Math.round(image.naturalHeight * scale);
  image.style.width = `${width}px`;
  image.style.height = `${height}px`;
  image.style.left = `${Math.round((clientWidth - width) / 2)}px`;
  image.style.top = `${Math.round((clientHeight - height) / 2)}px`;
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
  const photo = photos[state.index];
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
    fadeTo(image);
    change({ type: 'shown', move: moves, at: reading() });
  });
  image.src = environment().baseAssetUrl + imagePath(photo, 'medium');
}

function fadeTo(image: HTMLImageElement): void {
  const previous = front;
  front = image;
  place(image);
  part('photos').appendChild(image);
  // Reading a size makes the browser begin the transition at the style that the photo has now.
  void image.offsetWidth;
  image.className = 'shown';
  if (!previous) return;
  previous.className = '';
  window.setTimeout(() => remove(previous), FADE_MS);
}
