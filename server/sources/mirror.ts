import { leftText, mustAskBefore } from '#domain/sources/sourceState.ts';
import type { AuditLog } from '#server/core/audit/auditLog.ts';
import type { PhotoRepository } from '../photos/store/photoRepository.ts';
import type { SourceAdapter, SourceItem } from './sourceAdapter.ts';
import type { HeldPhoto, ItemResult, SourceRepository } from './sourceRepository.ts';

type Marks = ReadonlyMap<string, string>;

export interface MirrorServices {
  sources: Pick<
    SourceRepository,
    | 'photosOf'
    | 'noteMark'
    | 'noteFormer'
    | 'forget'
    | 'held'
    | 'ownedAlone'
    | 'madeCount'
    | 'nameLeaving'
    | 'unnameLeaving'
  >;
  taking: { photos: Pick<PhotoRepository, 'retell'>; forgetWhatWasRead(): void };
  trash: { addPhotos(photos: { albumId: string; filenames: string[]; userId: string }): Promise<unknown> };
  audit: Pick<AuditLog, 'record'>;
  onError: (error: unknown) => void;
}

/** A photo that the source made and no longer has. */
interface LeavingPhoto {
  photo: { albumId: string; albumName: string; filename: string };
  /** Its items, of which there are several where the source had the same picture more than once. */
  keys: string[];
  /** The source has another picture in its place. */
  isReplaced: boolean;
  state: 'found' | 'waits' | 'approved';
}

const ITEMS_PER_STATEMENT = 500;

/** Lets go of what a source no longer has: captions, replaced pictures, and photos that are gone. */
export class Mirror {
  readonly #id: string;
  readonly #services: MirrorServices;

  constructor(id: string, services: MirrorServices) {
    this.#id = id;
    this.#services = services;
  }

  /**
   * Takes over the new facts of items whose pictures have not changed, and returns the other items, which have to be
   * read.
   */
  async retell(adapter: SourceAdapter, changed: readonly SourceItem[], marks: Marks): Promise<SourceItem[]> {
    const { sources, taking } = this.#services;
    const fresh: SourceItem[] = [];
    for (const item of changed) {
      const mark = marks.get(item.key);
      const facts = mark === undefined ? undefined : adapter.changedCaption?.(item, mark);
      if (!facts) fresh.push(item);
      else {
        for (const photo of await sources.photosOf(this.#id, [item.key])) await taking.photos.retell(photo, facts);
        await sources.noteMark(this.#id, item);
      }
    }
    if (fresh.length < changed.length) taking.forgetWhatWasRead();
    return fresh;
  }

  /** A thing whose picture has changed is another photo now: the former one leaves at the end of the reading. */
  async leaveFormer({ key }: SourceItem, result: ItemResult): Promise<void> {
    if (result.state === 'taken') await this.#services.sources.noteFormer(this.#id, key);
  }

  /** Forgets the refused items that are no longer in the source. Photos stay. */
  async forgetRefused(listing: readonly SourceItem[], marks: Marks): Promise<void> {
    const present = keysOf(listing);
    const gone = [...marks.keys()].filter((key) => !present.has(key));
    await this.#forget(gone, 'refused');
  }

  /**
   * Moves photos to the trash that the source made and no longer has. If these are most of its photos, they wait for an
   * admin's decision; while photos wait, photos that leave later wait too.
   */
  async leaveGone(listing: readonly SourceItem[], marks: Marks): Promise<void> {
    const { sources, taking } = this.#services;
    const present = keysOf(listing);
    const held = await sources.held(this.#id);
    const gone = new Set([...marks.keys(), ...held.map(({ key }) => key)].filter((key) => !present.has(key)));
    const back = held.filter(({ key, leaving }) => leaving !== null && present.has(key));
    await sources.unnameLeaving(
      this.#id,
      back.map(({ key }) => key),
    );
    if (gone.size === 0) return;
    const leaving = await this.#leaving(held, gone);
    const asked = leaving.filter(({ state }) => state !== 'approved');
    const made = (await sources.madeCount(this.#id)) - (leaving.length - asked.length);
    const asks = asked.some(({ state }) => state === 'waits') || mustAskBefore({ leaving: asked.length, made });
    const failed = await this.#trash(asks ? leaving.filter(({ state }) => state === 'approved') : leaving);
    const waiting = asks ? asked.flatMap(({ keys }) => keys) : [];
    const staying = new Set([...waiting, ...failed.flatMap(({ keys }) => keys)]);
    await this.#forget(
      [...gone].filter((key) => !staying.has(key)),
      'all',
    );
    await sources.nameLeaving(this.#id, waiting);
    taking.forgetWhatWasRead();
  }

  /** The photos of these items that the source made, and that neither it nor another source has any more. */
  async #leaving(held: readonly HeldPhoto[], gone: ReadonlySet<string>): Promise<LeavingPhoto[]> {
    const stillHeld = new Set(held.filter(({ key }) => !gone.has(key)).map(({ photoId }) => photoId));
    const left = held.filter(({ key, photoId }) => gone.has(key) && !stillHeld.has(photoId));
    const byPhoto = Map.groupBy(left, ({ photoId }) => photoId);
    const made = [...byPhoto].filter(([, items]) => items.some(({ isMade }) => isMade)).map(([id]) => id);
    const photos = await this.#services.sources.ownedAlone(this.#id, made);
    return photos.map((photo) => {
      const items = byPhoto.get(photo.id) ?? [];
      const state = items.find((item) => item.leaving !== null)?.leaving ?? 'found';
      const isReplaced = items.every((item) => item.isReplaced);
      return { photo, keys: items.map(({ key }) => key), isReplaced, state };
    });
  }

  /** Returns the photos that could not be taken there: they are tried again at the next reading. */
  async #trash(photos: readonly LeavingPhoto[]): Promise<LeavingPhoto[]> {
    const { trash, audit, onError } = this.#services;
    const failed: LeavingPhoto[] = [];
    for (const [albumId, inAlbum] of Map.groupBy(photos, ({ photo }) => photo.albumId)) {
      const filenames = inAlbum.map(({ photo }) => photo.filename);
      try {
        await trash.addPhotos({ albumId, filenames, userId: `source ${this.#id}` });
      } catch (error) {
        onError(error);
        failed.push(...inAlbum);
      }
    }
    const gone = photos.filter((one) => !failed.includes(one));
    const left = gone.map(({ photo: { albumName }, isReplaced }) => ({ albumName, isReplaced }));
    if (left.length > 0) audit.record({ action: 'photos-left', by: 'server', what: leftText(left) });
    return failed;
  }

  async #forget(keys: readonly string[], which: 'all' | 'refused'): Promise<void> {
    for (let start = 0; start < keys.length; start += ITEMS_PER_STATEMENT)
      await this.#services.sources.forget(this.#id, keys.slice(start, start + ITEMS_PER_STATEMENT), which);
  }
}

function keysOf(items: readonly SourceItem[]): Set<string> {
  return new Set(items.map(({ key }) => key));
}
