import type { Photo } from '#contract/photos/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { beginPlaying, dueInMs, playing, type Playing, type PlayingEvent } from '#domain/clips/playing.ts';
import { containSize } from '#domain/framing.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { clipUrl } from '#src/shared/clips/clipUrl.ts';
import { crossOriginFor } from '#src/shared/ui/photoGrid/photoImage.ts';

/** The only element that ever plays: old tablets have one decoder, and Chromium frees no element at once. */
let screen: HTMLVideoElement | undefined;

interface Shown {
  photo: Photo;
  fit: TabletSettings['fit'];
}

/** Plays the clip of a photo once, by the rules of `playing`. Returns a function that ends it. */
export function playClip(place: HTMLElement, shown: Shown): () => void {
  const { clip } = shown.photo;
  if (!clip) return () => undefined;
  const clipMs = clip.seconds * 1_000;
  const video = (screen ??= newScreen());
  let state: Playing = beginPlaying(performance.now());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listening = new AbortController();

  const on = (event: PlayingEvent) => {
    const before = state.state;
    state = playing(state, event, clipMs);
    if (state.state !== before) enter(state.state);
    schedule();
  };
  const end = () => on({ type: 'ended' });
  const schedule = () => {
    clearTimeout(timer);
    const left = dueInMs(state, { ...now(), clipMs });
    if (left !== undefined) timer = setTimeout(() => on({ type: 'woke', ...now() }), left);
  };
  const watchFrame = () => {
    video.requestVideoFrameCallback(() => !listening.signal.aborted && on({ type: 'drawn', ...now() }));
  };
  const enter = (entered: Playing['state']) => {
    if (entered === 'starting') {
      show(video, place, shown);
      watchFrame();
      video.play().catch(end);
    }
    if (entered === 'playing') video.dataset.playing = '';
    if (entered === 'over') {
      listening.abort();
      empty(video);
    }
  };

  const { signal } = listening;
  video.addEventListener('ended', end, { signal });
  video.addEventListener('error', end, { signal });
  video.addEventListener(
    'waiting',
    () => {
      on({ type: 'halted', ...now() });
      watchFrame();
    },
    { signal },
  );
  // The place of the picture has changed: a turned tablet has its still.
  window.addEventListener('resize', end, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && end(), { signal });
  schedule();
  return end;
}

function now(): { atMs: number } {
  return { atMs: performance.now() };
}

function newScreen(): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.disablePictureInPicture = true;
  video.disableRemotePlayback = true;
  video.preload = 'auto';
  return video;
}

/** Puts the clip exactly over its still, whose shape may differ a little. */
function show(video: HTMLVideoElement, place: HTMLElement, { photo, fit }: Shown): void {
  const wall = { width: window.innerWidth, height: window.innerHeight };
  const shape = { width: photo.width ?? wall.width, height: photo.height ?? wall.height };
  const box = fit === 'cover' ? wall : containSize(shape, wall);
  video.style.width = `${box.width}px`;
  video.style.height = `${box.height}px`;
  video.style.left = `${(wall.width - box.width) / 2}px`;
  video.style.top = `${(wall.height - box.height) / 2}px`;
  video.style.objectPosition = cutPosition(photo, wall.width / wall.height);
  const src = clipUrl(photo);
  video.crossOrigin = crossOriginFor(src) ?? null;
  video.src = src;
  place.append(video);
}

/** Without a source an element holds neither decoder nor data. */
function empty(video: HTMLVideoElement): void {
  delete video.dataset.playing;
  if (!video.hasAttribute('src')) return;
  video.pause();
  video.removeAttribute('src');
  video.load();
  video.remove();
}
