import type { UploadResponse, Photo } from '#contract/photos/schemas.ts';

/**
 * A file that is `preparing` is being made into what is sent. A `failed` file may be sent again as it is; a `refused` file
 * would be refused again.
 */
export type UploadItemStatus = 'waiting' | 'preparing' | 'sending' | 'stored' | 'duplicate' | 'refused' | 'failed';

export interface UploadItem {
  id: number;
  albumId: string;
  name: string;
  size: number;
  status: UploadItemStatus;
  sentBytes: number;
  /** The number of attempts to send the file that got no response. */
  interruptions: number;
  /** Whether the file is sent alone in a request, so that the response is about this file only. */
  alone: boolean;
  /** Whether the server still has to be asked if the album has this content. Until then the file is not sent. */
  unasked: boolean;
  /** The SHA-256 of the content, once it has been computed. */
  hash: string | undefined;
  message: string | undefined;
  /** The share of the preparation that is done. */
  prepared: number;
  /** The id of the picture that this file is sent with; its status is the picture's. */
  goesWith: number | undefined;
  /** A sentence on the part of the file that is not kept, although the photo is stored. */
  note: string | undefined;
}

export interface UploadQueue {
  items: UploadItem[];
  /** The photos that the server stored since the queue was last empty, in the order of the responses. */
  arrived: { albumId: string; photos: Photo[] }[];
  /** True after a lost connection, until the next attempt. */
  pausing: boolean;
  /** True while the server takes the files of others by the same link, until it has taken ours. */
  inLine: boolean;
}

export const EMPTY_QUEUE: UploadQueue = { items: [], arrived: [], pausing: false, inLine: false };

export type NewUpload = Pick<UploadItem, 'id' | 'albumId' | 'name' | 'size'> &
  Partial<Pick<UploadItem, 'unasked' | 'hash' | 'alone' | 'goesWith'>>;

/** The server's response about a page of files: the contents that the album already has. */
export interface AskedPage {
  ids: number[];
  /** By the file's id; a file that could not be read has none. */
  hashes: ReadonlyMap<number, string>;
  known: readonly string[];
}

export type UploadEvent =
  | { type: 'added'; uploads: NewUpload[] }
  | ({ type: 'asked' } & AskedPage)
  | { type: 'preparing'; id: number; share: number }
  | { type: 'sending'; ids: number[] }
  | { type: 'progressed'; ids: number[]; percent: number }
  | { type: 'responded'; ids: number[]; response: UploadResponse }
  | { type: 'refused'; ids: number[]; message: string }
  | { type: 'noted'; id: number; note: string }
  | { type: 'interrupted'; ids: number[] }
  /** The server takes enough files at the moment, and has taken none of these. */
  | { type: 'postponed'; ids: number[] }
  /** With an album: only the files for this album, which no longer exists. */
  | { type: 'gaveUp'; message: string; albumId?: string }
  | { type: 'retried' }
  | { type: 'cancelled' }
  | { type: 'emptied' }
  | { type: 'dismissed'; albumId: string };

export function isPending({ status }: Pick<UploadItem, 'status'>): boolean {
  return status === 'waiting' || status === 'preparing' || status === 'sending';
}

/** The files that become photos: without those that are sent with another. */
export function photosIn(items: readonly UploadItem[]): UploadItem[] {
  return items.filter(({ goesWith }) => goesWith === undefined);
}

/** The photos stored in an album, in the order of the responses. A photo that was sent twice is returned once. */
export function arrivedPhotos(arrived: UploadQueue['arrived'], albumId: string): Photo[] {
  const photos = arrived.flatMap((response) => (response.albumId === albumId ? response.photos : []));
  return [...new Map(photos.map((photo) => [photo.filename, photo])).values()];
}

export function uploadQueue(queue: UploadQueue, event: UploadEvent): UploadQueue {
  const next = afterEvent(queue, event);
  return next.items.some(({ goesWith }) => goesWith !== undefined)
    ? { ...next, items: withPictures(next.items) }
    : next;
}

/** Gives files that are sent with a picture the picture's status. */
function withPictures(items: readonly UploadItem[]): UploadItem[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return items.flatMap((item) => {
    if (item.goesWith === undefined) return item;
    const picture = byId.get(item.goesWith);
    return picture ? { ...item, status: picture.status } : [];
  });
}

function afterEvent(queue: UploadQueue, event: UploadEvent): UploadQueue {
  switch (event.type) {
    case 'added':
      return added(queue, event.uploads);
    case 'asked':
      return { ...queue, items: asked(queue, event) };
    case 'preparing':
      return {
        ...queue,
        pausing: false,
        items: change(queue, [event.id], () => ({ status: 'preparing', prepared: event.share })),
      };
    case 'noted':
      return { ...queue, items: change(queue, [event.id], () => ({ note: event.note })) };
    case 'sending':
      return { ...queue, pausing: false, items: change(queue, event.ids, () => ({ status: 'sending', sentBytes: 0 })) };
    case 'progressed':
      return { ...queue, items: progressed(queue, event) };
    case 'responded':
      return responded(queue, event);
    case 'refused':
      return { ...queue, inLine: false, items: refused(queue, event) };
    case 'interrupted':
      return { ...queue, pausing: true, inLine: false, items: change(queue, event.ids, backInLine) };
    case 'postponed':
      return {
        ...queue,
        inLine: true,
        items: change(queue, event.ids, () => ({ status: 'waiting', sentBytes: 0 })),
      };
    case 'gaveUp':
      return { ...queue, pausing: false, inLine: false, items: gaveUp(queue, event) };
    case 'retried':
      return { ...queue, items: queue.items.map((item) => (item.status === 'failed' ? waitingAgain(item) : item)) };
    case 'cancelled':
      return { ...queue, pausing: false, inLine: false, items: queue.items.filter((item) => !isPending(item)) };
    case 'emptied':
      return EMPTY_QUEUE;
    case 'dismissed':
      return { ...queue, items: queue.items.filter((item) => item.albumId !== event.albumId || isPending(item)) };
  }
}

type Change = (item: UploadItem) => Partial<UploadItem>;

function change(queue: UploadQueue, ids: number[], how: Change): UploadItem[] {
  const changed = new Set(ids);
  return queue.items.map((item) => (changed.has(item.id) ? { ...item, ...how(item) } : item));
}

/** Adding files to a finished queue removes its old files, except failed ones, which can still be sent again. */
function added(queue: UploadQueue, uploads: NewUpload[]): UploadQueue {
  const busy = queue.items.some(isPending);
  const remaining = busy ? queue.items : queue.items.filter((item) => item.status === 'failed');
  const items = uploads.map((upload): UploadItem => ({
    ...upload,
    status: 'waiting',
    sentBytes: 0,
    interruptions: 0,
    alone: upload.alone ?? false,
    unasked: upload.unasked ?? false,
    hash: upload.hash,
    message: undefined,
    prepared: 0,
    goesWith: upload.goesWith,
    note: undefined,
  }));
  return { ...queue, items: [...remaining, ...items], arrived: busy ? queue.arrived : [] };
}

function asked(queue: UploadQueue, { ids, hashes, known }: AskedPage): UploadItem[] {
  const there = new Set(known);
  // The photo may be stored without what comes with it now.
  const withMore = new Set(queue.items.map(({ goesWith }) => goesWith));
  return change(queue, ids, (item) => {
    const hash = hashes.get(item.id) ?? item.hash;
    const isThere = item.status === 'waiting' && hash !== undefined && there.has(hash) && !withMore.has(item.id);
    return { hash, unasked: false, status: isThere ? foundThere(item) : item.status };
  });
}

/** An earlier attempt whose response was lost has probably stored the file, so it is no duplicate. */
function foundThere({ interruptions }: UploadItem): UploadItemStatus {
  return interruptions > 0 ? 'stored' : 'duplicate';
}

/** The files of a request are sent one after another, so the bytes sent so far belong to the first files. */
function progressed(queue: UploadQueue, { ids, percent }: { ids: number[]; percent: number }): UploadItem[] {
  const total = queue.items.reduce((sum, item) => (ids.includes(item.id) ? sum + item.size : sum), 0);
  let left = (total * percent) / 100;
  return change(queue, ids, ({ size }) => {
    const sentBytes = Math.min(size, Math.max(0, left));
    left -= size;
    return { sentBytes };
  });
}

/** Browsers escape quotes and line breaks in a multipart file name, so the response may contain the escaped name. */
export function isNamed(file: { name: string } | undefined, name: string): boolean {
  if (!file) return false;
  return name === file.name || name === file.name.replaceAll('"', '%22').replace(/\r\n|\r|\n/g, '%0D%0A');
}

function responded(queue: UploadQueue, { ids, response }: { ids: number[]; response: UploadResponse }): UploadQueue {
  const batch = queue.items.filter((item) => ids.includes(item.id));
  const names = [...response.duplicates, ...response.rejected.map(({ filename }) => filename)];
  const unclear = names.some((name) => !batch.some((item) => isNamed(item, name)));
  const isIt = (item: UploadItem, name: string) => batch.length === 1 || isNamed(item, name);
  const items = change(queue, ids, (item) => {
    const rejection = response.rejected.find(({ filename }) => isIt(item, filename));
    if (rejection) return { status: rejection.mayRetry ? 'failed' : 'refused', message: rejection.message };
    if (response.duplicates.some((name) => isIt(item, name))) return { status: foundThere(item) };
    return unclear ? { ...backInLine(item), alone: true } : { status: 'stored' };
  });
  const albumId = batch[0]?.albumId ?? '';
  return { ...queue, inLine: false, items, arrived: [...queue.arrived, { albumId, photos: response.photos }] };
}

/** When a request of several files is refused, nobody knows which file caused it: they are sent again one by one. */
function refused(queue: UploadQueue, { ids, message }: { ids: number[]; message: string }): UploadItem[] {
  return change(queue, ids, () =>
    ids.length > 1 ? { status: 'waiting', sentBytes: 0, alone: true } : { status: 'refused', message },
  );
}

function backInLine(item: UploadItem): Partial<UploadItem> {
  return { status: 'waiting', sentBytes: 0, interruptions: item.interruptions + 1 };
}

function gaveUp(queue: UploadQueue, { message, albumId }: { message: string; albumId?: string }): UploadItem[] {
  const isMeant = (item: UploadItem) => isPending(item) && (albumId === undefined || item.albumId === albumId);
  return queue.items.map((item) => (isMeant(item) ? { ...item, status: 'failed', sentBytes: 0, message } : item));
}

function waitingAgain(item: UploadItem): UploadItem {
  // Files that were being sent when the upload failed may have arrived.
  return { ...item, status: 'waiting', message: undefined, unasked: item.unasked || item.hash !== undefined };
}
