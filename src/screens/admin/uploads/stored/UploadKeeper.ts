import { type StoredUpload, matchChosen, type Unfinished, unfinishedOf } from '#domain/uploads/storedUploads.ts';
import type { UploadQueue } from '#domain/uploads/uploadQueue.ts';
import { createObservable, type Observable } from '#src/state/observable.ts';
import type { UploadTarget } from '#domain/uploads/uploadPlan.ts';
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

interface KeeperParts {
  store: UploadStore;
  /** Enters files into the queue, and returns their ids there. */
  send: (album: UploadTarget, files: readonly File[]) => number[];
  queue: () => UploadQueue;
  /** Returns which of the missing files have been stored after all, and which albums are gone. */
  arrivedOf: (files: readonly StoredUpload[]) => Promise<{ arrived: StoredUpload[]; gone: ReadonlySet<string> }>;
}

/**
 * Stores the unsent files on this device, so that an upload can be continued after the tab was closed or has crashed:
 * the files themselves where the browser gives handles to them, else their names, to be chosen again.
 */
export class UploadKeeper {
  readonly #parts: KeeperParts;
  readonly #records: QueueRecords;
  readonly #tabs: OtherTabs;
  readonly #unfinished = createObservable<Unfinished | undefined>(undefined);
  readonly #note = createObservable<string | undefined>(undefined);
  #drops: StoredDrop[] = [];
  #missing: StoredUpload[] = [];
  #userId: string | undefined;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#records = new QueueRecords(parts.store, parts.queue);
    this.#tabs = new OtherTabs({
      holds: (drop) => this.#records.holds(drop),
      onChanged: () => void this.#look(),
    });
  }

  readonly unfinished: ReadOnly<Unfinished> = this.#unfinished;
  /** A sentence about the last attempt. */
  readonly note: ReadOnly<string> = this.#note;

  dismissNote(): void {
    this.#note.set(undefined);
  }

  /** Call after every change of the queue. */
  follow(): void {
    this.#records.follow();
  }

  /** Uploads the files, and stores them on this device until the server has them. */
  upload(targets: readonly UploadsTo[]): void {
    const { drop, files } = newDrop(this.#userId ?? '', targets);
    const sent = targets.flatMap(({ album, files: ofAlbum }) =>
      this.#parts.send(
        album,
        ofAlbum.map(({ file }) => file),
      ),
    );
    // Files of an interrupted upload that are chosen again by hand are no longer missing.
    this.#drop(this.#missing.filter((old) => files.some((file) => isSame(old, file))));
    this.#records.add(drop, sent, files);
  }

  /** Loads the unfinished uploads of a person's tabs. */
  async lookFor(userId: string): Promise<void> {
    this.#userId = userId;
    await this.#look();
  }

  /** Forgets this tab's uploads, but not the stored ones, which belong to the person who was signed in. */
  letGo(): void {
    this.#records.letGo();
    this.#show([], []);
  }

  discard(): void {
    this.#drop(this.#missing);
    this.#tabs.sayChanged();
  }

  /** Continues with the readable files. To be called upon a press of a button, since the browser may ask the person. */
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
      if (!(await this.#parts.store.claim(drop, claim))) {
        this.#note.set('Another tab has continued this upload already.');
        await this.#look();
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
      const sent = this.#parts.send(
        album,
        ofAlbum.map(({ file }) => file),
      );
      this.#records.continue(
        sent,
        ofAlbum.map(({ kept }) => kept),
      );
    }
  }

  async #look(): Promise<void> {
    const userId = this.#userId;
    const { drops, files } = await loadStored(this.#parts.store);
    const mine = drops.filter((drop) => drop.userId === userId);
    const held = await this.#tabs.heldElsewhere(mine.map(({ id }) => id));
    const left = mine.filter(({ id }) => !held.has(id));
    const ids = new Set(left.map(({ id }) => id));
    const waiting = this.#records.idle(files.filter(({ drop }) => ids.has(drop)));
    const { arrived, gone } = await this.#parts.arrivedOf(waiting);
    if (userId !== this.#userId) return;
    const orphaned = waiting.filter(({ albumId }) => gone.has(albumId));
    this.#sayGone(left, orphaned);
    this.#show(left, waiting);
    this.#drop([...arrived, ...orphaned]);
  }

  #sayGone(drops: readonly StoredDrop[], orphaned: readonly StoredUpload[]): void {
    const lost = unfinishedOf(drops, orphaned);
    if (!lost) return;
    const names = lost.albums.map((album) => `“${album}”`).join(', ') + (lost.albums.length === 1 ? ' was' : ' were');
    this.#note.set(`${names} deleted meanwhile: what was still to be sent there stays on your device.`);
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

function outOfReach(file: StoredUpload): StoredUpload {
  return { ...file, root: undefined };
}
