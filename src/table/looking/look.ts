import type { CoverReading } from '#domain/table/again/readCovers.ts';
import type { Grid } from '#domain/table/board.ts';
import type { FoundBoard } from '#domain/table/finding/findBoard.ts';
import type { Pixels } from '#domain/table/finding/pixels.ts';
import { limitSide } from '#domain/framing.ts';
import type { BoardPhoto } from '#domain/table/game.ts';
import type { Corners } from '#domain/table/geometry.ts';
import type { KeyReading } from '#domain/table/keyCard/readKey.ts';
import type { CardLine } from '#domain/table/reading/cardLines.ts';
import type { LookRequest, LookResponse } from './lookWorker.ts';

/** A board is found on a small picture as well as on a large one. */
const FINDING_SIDE_PX = 800;

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, (response: LookResponse) => void>();

/** Finds the board in a photo; undefined if there is none, or the device cannot search. */
export async function lookForBoard(photo: BoardPhoto, grid: Grid): Promise<FoundBoard | undefined> {
  const pixels = await pixelsOf(photo, FINDING_SIDE_PX);
  return (await ask({ id: nextId(), kind: 'board', pixels, grid })).board;
}

/** The lines of letters on each card. */
export async function lookForLines({ photo, corners, grid }: PhotoOfBoard): Promise<CardLine[][]> {
  const pixels = await pixelsOf(photo);
  return (await ask({ id: nextId(), kind: 'lines', pixels, corners, grid })).lines ?? [];
}

/** The colours of a key card whose squares lie between the corners. */
export async function lookForKey(photo: BoardPhoto, corners: Corners, grid: Grid): Promise<KeyReading | undefined> {
  const pixels = await pixelsOf(photo, FINDING_SIDE_PX);
  return (await ask({ id: nextId(), kind: 'key', pixels, corners, grid })).key;
}

interface PhotoOfBoard {
  photo: BoardPhoto;
  corners: Corners;
  grid: Grid;
}

/** The cards that were covered between two photos of one table. */
export async function lookForCovers(earlier: PhotoOfBoard, later: PhotoOfBoard): Promise<CoverReading | undefined> {
  const before = { pixels: await pixelsOf(earlier.photo, FINDING_SIDE_PX), corners: earlier.corners };
  const pixels = await pixelsOf(later.photo, FINDING_SIDE_PX);
  const { corners, grid } = later;
  return (await ask({ id: nextId(), kind: 'covers', pixels, corners, grid, before })).covers;
}

function nextId(): number {
  lastId += 1;
  return lastId;
}

function ask(request: LookRequest): Promise<LookResponse> {
  return new Promise((resolve) => {
    waiting.set(request.id, resolve);
    try {
      worker ??= startWorker();
      worker.postMessage(request, [request.pixels.data.buffer]);
    } catch {
      settle({ id: request.id });
    }
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('lookWorker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<LookResponse>) => settle(data));
  // The worker's code could not be loaded, or failed: nothing is found, and the next photo starts another worker.
  started.addEventListener('error', () => {
    worker = undefined;
    for (const id of waiting.keys()) settle({ id });
  });
  return started;
}

function settle(response: LookResponse): void {
  waiting.get(response.id)?.(response);
  waiting.delete(response.id);
}

/** A photo's pixels, scaled down to a longest side. */
async function pixelsOf(photo: BoardPhoto, longestSide = Infinity): Promise<Pixels> {
  const image = new Image();
  image.src = photo.dataUrl;
  await image.decode();
  const { width, height } = limitSide(photo, longestSide);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  try {
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) throw new Error('This device has no memory left to look at a photo');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    return { width, height, data };
  } finally {
    // Safari keeps a canvas's memory until the canvas is garbage-collected, unless its size is set to zero.
    canvas.width = 0;
    canvas.height = 0;
  }
}
