import { UPLOADS_DATABASE } from '#contract/storageKeys.ts';
import { textOf } from '#domain/records.ts';
import type { StoredUpload } from '#domain/uploads/storedUploads.ts';
import { isPending, type UploadQueue } from '#domain/uploads/uploadQueue.ts';
import { openTabChannel, type TabChannel } from '#src/admin/shell/tabChannel.ts';
import type { UploadStore, StoredDrop } from './uploadStore.ts';

/** Keeps the stored records in step with the queue: a file that was stored, rejected or cancelled has none. */
export class QueueRecords {
  readonly #store: UploadStore;
  readonly #queue: () => UploadQueue;
  readonly #active = new Map<number, StoredUpload>();
  /** One write after another, so that no file is removed before it was added. */
  #writes: Promise<unknown> = Promise.resolve();

  constructor(store: UploadStore, queue: () => UploadQueue) {
    this.#store = store;
    this.#queue = queue;
  }

  add(drop: StoredDrop, ids: readonly number[], files: readonly StoredUpload[]): void {
    this.#write(async () => {
      // Not every handle can be stored; without them the files are chosen again.
      await this.#store.addDrop(drop).catch(() => this.#store.addDrop({ ...drop, roots: [] }));
      await this.#store.putFiles(files);
    });
    this.continue(ids, files);
  }

  /** The ids are those in the queue, in the order of the files. */
  continue(ids: readonly number[], files: readonly StoredUpload[]): void {
    for (const [index, file] of files.entries()) this.#active.set(ids[index] ?? 0, file);
    this.follow();
  }

  /** Whether this tab is uploading files of the drop. */
  holds(drop: string): boolean {
    return this.uploading().some((file) => file.drop === drop);
  }

  /** The files that this tab is uploading. */
  uploading(): StoredUpload[] {
    return [...this.#active.values()];
  }

  /** The files that this tab is not uploading. */
  idle(files: readonly StoredUpload[]): StoredUpload[] {
    const active = new Set(this.uploading().map(uploadName));
    return files.filter((file) => !active.has(uploadName(file)));
  }

  follow(): void {
    if (this.#active.size === 0) return;
    const left = new Map(this.#queue().items.map((item) => [item.id, item]));
    const done: StoredUpload[] = [];
    const hashed: StoredUpload[] = [];
    for (const [id, file] of this.#active) {
      const item = left.get(id);
      if (!item || !(isPending(item) || item.status === 'failed')) {
        this.#active.delete(id);
        done.push(file);
      } else if (item.hash !== undefined && file.hash === undefined) {
        const known = { ...file, hash: item.hash };
        this.#active.set(id, known);
        hashed.push(known);
      }
    }
    if (hashed.length > 0) this.#write(() => this.#store.putFiles(hashed));
    if (done.length > 0) this.remove(done);
  }

  remove(files: readonly StoredUpload[]): void {
    this.#write(async () => {
      await this.#store.removeFiles(files);
      const ended = new Set(files.flatMap(({ drop }) => (this.holds(drop) ? [] : drop)));
      if (ended.size === 0) return;
      for (const { drop } of (await this.#store.load()).files) ended.delete(drop);
      await this.#store.removeDrops([...ended]);
    });
  }

  letGo(): void {
    this.#active.clear();
  }

  #write(write: () => Promise<unknown>): void {
    // Without storage an upload works, but cannot be continued.
    this.#writes = this.#writes.then(write).catch(() => undefined);
  }
}

function uploadName({ drop, number }: StoredUpload): string {
  return `${drop}:${number}`;
}

/** The time in which an open tab replies; one that was closed or has crashed does not. */
const ANSWER_MS = 400;

interface Listening {
  /** Whether this tab itself is uploading the drop. */
  holds: (drop: string) => boolean;
  /** Called when another tab has taken over or discarded an upload. */
  onChanged: () => void;
}

/** Lets the tabs of this browser ask each other which of them uploads which drop. */
export class OtherTabs {
  readonly #channel: TabChannel | undefined;
  readonly #held = new Set<string>();

  constructor({ holds, onChanged }: Listening) {
    this.#channel = openTabChannel(UPLOADS_DATABASE.name, (message) => {
      const drop = textOf(message, 'drop');
      if (message.type === 'who' && holds(drop)) this.#channel?.say({ type: 'mine', drop });
      if (message.type === 'mine') this.#held.add(drop);
      if (message.type === 'changed') onChanged();
    });
  }

  /** The drops that another tab is uploading. */
  async heldElsewhere(drops: readonly string[]): Promise<ReadonlySet<string>> {
    this.#held.clear();
    if (!this.#channel || drops.length === 0) return this.#held;
    for (const drop of drops) this.#channel?.say({ type: 'who', drop });
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    return new Set(this.#held);
  }

  sayChanged(): void {
    this.#channel?.say({ type: 'changed' });
  }
}
