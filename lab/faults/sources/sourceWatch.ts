import { setTimeout as wait } from 'node:timers/promises';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { NewSource, Source, SourceList } from '#contract/sources/schemas.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';

const LOOK_EVERY_MS = 250;
const LONGEST_MS = 15 * 60_000;

/** An admin who follows a source of photos and watches it. */
export class SourceWatch {
  readonly #origin: string;
  readonly #headers: Record<string, string>;

  private constructor(origin: string, token: string) {
    this.#origin = origin;
    this.#headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  }

  static async on({ origin }: { origin: string }, source: NewSource): Promise<SourceWatch> {
    const watch = new SourceWatch(origin, (await ApiClient.signedIn(origin)).token);
    await watch.#ask(ADMIN_PATHS.sources, { method: 'POST', body: JSON.stringify(source) });
    return watch;
  }

  get<Body>(path: string): Promise<Body> {
    return this.#ask<Body>(path);
  }

  async source(): Promise<Source> {
    const [source] = (await this.get<SourceList>(ADMIN_PATHS.sources)).sources;
    if (source) return source;
    throw new Error('The source is gone');
  }

  async until(isSo: (source: Source) => boolean): Promise<Source> {
    const deadline = performance.now() + LONGEST_MS;
    for (;;) {
      const source = await this.source();
      if (isSo(source)) return source;
      if (performance.now() > deadline) throw new Error(`It stayed ${JSON.stringify(source)}`);
      await wait(LOOK_EVERY_MS);
    }
  }

  /** Reads the source now; resolves when it is so, by comparison with before. */
  async read(isSo: (source: Source, before: Source) => boolean): Promise<Source> {
    const before = await this.source();
    await this.#ask(`${ADMIN_PATHS.sources}/${before.id}/read`, { method: 'POST', body: '{}' });
    return this.until((source) => isSo(source, before));
  }

  async #ask<Body>(path: string, init: RequestInit = {}): Promise<Body> {
    const response = await fetch(this.#origin + path, { ...init, headers: this.#headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} from ${path}: ${text}`);
    const body: Body = JSON.parse(text);
    return body;
  }
}
