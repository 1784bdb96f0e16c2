import {
  albumsGoneText,
  type StoredUpload,
  matchChosen,
  type Unfinished,
  unfinishedOf,
} from '#domain/uploads/storedUploads.ts';
import type { UploadTarget } from '#domain/uploads/uploadPlan.ts';
import { createObservable, type Observable } from '#src/shared/state/observable.ts';
import type { Contents } from '#src/shared/uploads/KnownContents.ts';
import { companionsIn } from '#src/shared/preparations.ts';
import { type SendPhotos, Uploader } from '#src/shared/uploads/Uploader.ts';
import { type Found, readAgain } from './fileHandles.ts';
import {
  newClaim,
  newDrop,
  type UploadFile,
  type UploadsTo,
  type UploadStore,
  type StoredDrop,
  loadStored,
} from './uploadStore.ts';
import { OtherTabs, QueueRecords } from './QueueRecords.ts';

type ReadOnly<T> = Pick<Observable<T | undefined>, 'get' | 'subscribe'>;

interface Parts {
  send: SendPhotos;
  contents?: Contents;
  store: UploadStore;
  /** Returns which of the missing files have been stored after all, and which albums are gone. */
  arrivedOf: (files: readonly StoredUpload[]) => Promise<{ arrived: StoredUpload[]; gone: ReadonlySet<string> }>;
}

/**
 * An upload queue that is also stored on this device, so that an upload can be continued after the tab was closed or has
 * crashed: the files themselves where the browser gives handles to them, else their names, to be chosen again.
 */
export class StoredUploader extends Uploader {
  readonly #store: UploadStore;
  readonly #arrivedOf: Parts['arrivedOf'];
  readonly #records: QueueRecords;
  readonly #tabs: OtherTabs;
  readonly #unfinished = createObservable<Unfinished | undefined>(undefined);
  readonly #note = createObservable<string | undefined>(undefined);
  #drops: StoredDrop[] = [];
  #missing: StoredUpload[] = [];
  #userId: string | undefined;

  constructor({ send, contents, store, arrivedOf }: Parts) {
    super(send, contents, { onAlbumGone: (album) => this.#letAlbumsGo([album]) });
    this.#store = store;
    this.#arrivedOf = arrivedOf;
    this.#records = new QueueRecords(store, this.queue);
    this.#tabs = new OtherTabs({
      holds: (drop) => this.#records.holds(drop),
      onChanged: () => void this.#readStored(),
    });
    this.subscribe(() => this.#records.follow());
  }

  readonly unfinished: ReadOnly<Unfinished> = this.#unfinished;
  /** A sentence about the last attempt. */
  readonly note: ReadOnly<string> = this.#note;

  dismissNote(): void {
    this.#note.set(undefined);
  }

  /** Uploads the files, and stores them on this device until the server has them. */
  upload(targets: readonly UploadsTo[]): void {
    const { drop, files } = newDrop(this.#userId ?? '', targets);
    const sent = targets.flatMap(({ album, files: ofAlbum }) =>
      this.add(
        album,
        ofAlbum.map(({ file }) => file),
      ),
    );
    // Files of an interrupted upload that are chosen again by hand are no longer missing.
    this.#drop(this.#missing.filter((old) => files.some((file) => isSame(old, file))));
    this.#records.add(drop, sent, files);
  }

  /** Loads the unfinished uploads of a person's tabs. */
  async openFor(userId: string): Promise<void> {
    this.#userId = userId;
    await this.#readStored();
  }

  /**
   * Ends what this tab sends to albums that are not there for the person any more. Call when the account has changed: the
   * server refuses too, but seconds later, and a browser sends on before it reads that.
   */
  async checkAlbums(): Promise<void> {
    const userId = this.#userId;
    const ofEach = new Map(this.#records.uploading().map((file) => [file.albumId, file]));
    if (ofEach.size === 0) return;
    const { gone } = await this.#arrivedOf([...ofEach.values()]);
    if (userId !== this.#userId) return;
    const still = new Set(this.#records.uploading().map(({ albumId }) => albumId));
    const albums = [...gone].flatMap((albumId) => (still.has(albumId) ? (this.targetOf(albumId) ?? []) : []));
    if (albums.length === 0) return;
    for (const { id, name } of albums) this.endAlbum(id, albumsGoneText([name]));
    this.#letAlbumsGo(albums);
  }

  /** Empties the queue, but not the storage, which belongs to the person who was signed in. */
  letGo(): void {
    this.#records.letGo();
    this.#show([], []);
    this.forgetAll();
  }

  /** Deletes the unfinished uploads. */
  discard(): void {
    this.#drop(this.#missing);
    this.#tabs.sayChanged();
  }

  /** Continues with the readable files. Call upon a press of a button, since the browser may ask the person. */
  async resume(): Promise<void> {
    const missing = this.#missing;
    for (const drop of this.#drops) {
      const found = await readAgain(
        drop,
        missing.filter((file) => file.drop === drop.id),
      );
      await this.#begin(drop, found);
    }
    // Files that could not be read have to be chosen again.
    this.#show(this.#drops, this.#missing.map(outOfReach));
  }

  /** Continues with those of the chosen files that are missing; reports when there is none. */
  async choose(chosen: readonly UploadFile[]): Promise<void> {
    this.dismissNote();
    const matches = matchChosen(this.#missing, chosen);
    if (matches.length === 0) this.#note.set('None of these files is among those that are missing.');
    for (const drop of this.#drops) {
      const found = matches.filter(({ kept }) => kept.drop === drop.id);
      await this.#begin(
        drop,
        found.map(({ kept, chosen: { file } }) => ({ kept, file })),
      );
    }
  }

  async #begin(drop: StoredDrop, found: readonly Found[]): Promise<void> {
    if (found.length === 0) return;
    if (!this.#records.holds(drop.id)) {
      const claim = newClaim();
      if (!(await this.#store.claim(drop, claim))) {
        this.#note.set('Another tab has continued this upload already.');
        await this.#readStored();
        return;
      }
      this.#drops = this.#drops.map((one) => (one.id === drop.id ? { ...drop, claim } : one));
      this.#tabs.sayChanged();
    }
    const began = new Set(found.map(({ kept }) => kept));
    this.#show(
      this.#drops,
      this.#missing.filter((file) => !began.has(file)),
    );
    for (const album of drop.albums) {
      const ofAlbum = found.filter(({ kept }) => kept.albumId === album.id);
      if (ofAlbum.length === 0) continue;
      const sent = this.add(
        album,
        ofAlbum.map(({ file }) => file),
      );
      this.#records.continue(
        sent,
        ofAlbum.map(({ kept }) => kept),
      );
    }
  }

  async #readStored(): Promise<void> {
    const userId = this.#userId;
    const { drops, files } = await loadStored(this.#store);
    const mine = drops.filter((drop) => drop.userId === userId);
    const held = await this.#tabs.heldElsewhere(mine.map(({ id }) => id));
    const left = mine.filter(({ id }) => !held.has(id));
    const ids = new Set(left.map(({ id }) => id));
    const waiting = this.#records.idle(files.filter(({ drop }) => ids.has(drop)));
    const { arrived, gone } = await this.#arrivedOf(waiting);
    if (userId !== this.#userId) return;
    const orphaned = waiting.filter(({ albumId }) => gone.has(albumId));
    this.#sayGone(left, orphaned);
    this.#show(left, waiting);
    this.#drop([...arrived, ...companionsOf(arrived, waiting), ...orphaned]);
  }

  #sayGone(drops: readonly StoredDrop[], orphaned: readonly StoredUpload[]): void {
    const lost = unfinishedOf(drops, orphaned);
    if (!lost) return;
    this.#note.set(albumsGoneText(lost.albums));
  }

  /** Their own pages, which would show the failure, are not there any more either. */
  #letAlbumsGo(albums: readonly UploadTarget[]): void {
    this.#note.set(albumsGoneText(albums.map(({ name }) => name)));
    for (const { id } of albums) this.dismiss(id);
  }

  #drop(files: readonly StoredUpload[]): void {
    if (files.length === 0) return;
    const dropped = new Set(files);
    this.#records.remove(files);
    this.#show(
      this.#drops,
      this.#missing.filter((file) => !dropped.has(file)),
    );
  }

  #show(drops: StoredDrop[], missing: StoredUpload[]): void {
    this.#drops = drops;
    this.#missing = missing;
    this.#unfinished.set(unfinishedOf(drops, missing));
  }
}

function isSame(one: StoredUpload, other: StoredUpload): boolean {
  return one.albumId === other.albumId && one.name === other.name && one.size === other.size;
}

/** The files that were sent with pictures which have arrived. */
function companionsOf(arrived: readonly StoredUpload[], waiting: readonly StoredUpload[]): StoredUpload[] {
  return arrived.flatMap(({ drop, albumId, name: picture }) => {
    const together = waiting.filter((file) => file.drop === drop && file.albumId === albumId);
    const pictureOf = companionsIn(together.map(({ name }) => name));
    return together.filter(({ name }) => pictureOf.get(name) === picture);
  });
}

function outOfReach(file: StoredUpload): StoredUpload {
  return { ...file, root: undefined };
}
