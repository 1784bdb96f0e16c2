import { isUnasked, nextPage, pageSize } from '#domain/uploads/uploadPlan.ts';
import type { AskedPage, UploadItem } from '#domain/uploads/uploadQueue.ts';

export interface Contents {
  /** Undefined when it cannot be computed. */
  hashOf: (file: File) => Promise<string | undefined>;
  /** Returns which of these hashes the album has. */
  knownOf: (albumId: string, hashes: string[]) => Promise<string[]>;
}

interface Queue {
  items: () => readonly UploadItem[];
  /** Undefined for a file that is not sent (any more). */
  readable: (id: number) => Promise<File | undefined>;
  onAsked: (page: AskedPage) => void;
}

/** Hashes the files of the queue ahead of the sending, and asks the server which of them an album already has. */
export class KnownContents {
  readonly #contents: Contents;
  readonly #queue: Queue;
  #asking = false;

  constructor(contents: Contents, queue: Queue) {
    this.#contents = contents;
    this.#queue = queue;
  }

  async askAhead(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    let pages = 0;
    const next = () => nextPage(this.#queue.items(), pageSize(pages));
    for (let page = next(); page.length > 0; page = next()) {
      const isAnswered = await this.#ask(page);
      // Without a response everything is sent: the server itself recognises known files.
      if (!isAnswered) this.#giveUp();
      pages += 1;
    }
    this.#asking = false;
  }

  async #ask(page: readonly UploadItem[]): Promise<boolean> {
    const hashes = new Map<number, string>();
    for (const item of page) {
      const hash = await this.#hashOf(item);
      if (hash !== undefined) hashes.set(item.id, hash);
    }
    // Their album may have gone meanwhile.
    if (!page.some(({ id }) => this.#isStillUnasked(id))) return true;
    try {
      const different = [...new Set(hashes.values())];
      const known = different.length > 0 ? await this.#contents.knownOf(page[0]?.albumId ?? '', different) : [];
      this.#queue.onAsked({ ids: idsOf(page), hashes, known });
      return true;
    } catch {
      this.#queue.onAsked({ ids: idsOf(page), hashes, known: [] });
      return false;
    }
  }

  async #hashOf({ id, hash }: UploadItem): Promise<string | undefined> {
    if (hash !== undefined) return hash;
    const file = this.#isStillUnasked(id) ? await this.#queue.readable(id) : undefined;
    return file && this.#contents.hashOf(file);
  }

  #isStillUnasked(id: number): boolean {
    return this.#queue.items().some((item) => item.id === id && isUnasked(item));
  }

  #giveUp(): void {
    const ids = idsOf(this.#queue.items().filter(isUnasked));
    this.#queue.onAsked({ ids, hashes: new Map(), known: [] });
  }
}

function idsOf(items: readonly UploadItem[]): number[] {
  return items.map(({ id }) => id);
}
