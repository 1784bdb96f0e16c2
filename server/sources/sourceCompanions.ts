import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import type { CompanionKind } from '#server/core/companionKind.ts';
import { UserError } from '#server/core/errors.ts';
import type { PhotoCompanions } from '../photos/companions/photoCompanions.ts';
import type { StoredPhoto } from '../photos/store/photoRepository.ts';
import type { PhotoStore } from '../photos/store/photoStore.ts';
import type { ReadItem } from './sourceAdapter.ts';

interface Services {
  companions: Pick<PhotoCompanions, 'add' | 'kinds'>;
  store: Pick<PhotoStore, 'stage'>;
}

/** Bytes that may belong beside a photo: of a file of their own, or of the picture's. */
export interface FoundCompanion {
  kind: CompanionKind;
  file: FileHandle;
  start: number;
  /** The last byte to read. */
  last: number;
}

/** A file of a source may be larger than what is stored of it: a video has sound. */
const READ_FACTOR = 2;

/** The file beside a picture in the source, if it is of a known kind. */
export function besidePicture(
  { companions }: Pick<Services, 'companions'>,
  { beside }: Pick<ReadItem, 'beside'>,
): FoundCompanion | undefined {
  const kind = beside && [...companions.kinds].find(({ isNamed }) => isNamed(beside.name));
  return kind && { kind, file: beside.file, start: 0, last: READ_FACTOR * kind.upload.maxBytes };
}

interface Making {
  signal: AbortSignal;
  uploader: string;
}

/** The bytes within a picture's file that belong beside it, such as the video of a motion photo. */
export async function withinPicture(
  { companions }: Pick<Services, 'companions'>,
  picture: string,
  { file, signal, uploader: owner }: Making & { file: FileHandle },
): Promise<FoundCompanion | undefined> {
  for (const kind of companions.kinds) {
    const within = await orNothing(kind.within(picture, { signal, owner }));
    if (within) return { kind, file, start: within.start, last: within.end - 1 };
  }
  return undefined;
}

/** Adds to a stored photo what was found for it. Returns whether it was found, and the photo remains without it. */
export async function addCompanion(
  { companions, store }: Services,
  photo: StoredPhoto,
  { found, signal, uploader: owner }: Making & { found: FoundCompanion | undefined },
): Promise<boolean> {
  if (!found) return false;
  const { kind, file, start, last } = found;
  const staged = await store.stage();
  try {
    const from = staged.files.original;
    await pipeline(file.createReadStream({ start, end: last, autoClose: false }), createWriteStream(from));
    const added = await orNothing(companions.add(photo, { kind, from, staged }, { signal, owner }));
    return added === undefined;
  } finally {
    await staged.discard();
  }
}

/** Undefined where the file is at fault: the photo is taken without it. */
async function orNothing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
