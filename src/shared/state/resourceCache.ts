import type { RemoteResource } from './remoteResource.ts';

const MAX_UNWATCHED = 6;

/** Resources by name, so that going back is instant: all watched ones and a few others, until the page is reloaded. */
export class ResourceCache<T> {
  readonly #resources = new Map<string, RemoteResource<T>>();

  get(name: string, create: () => RemoteResource<T>): RemoteResource<T> {
    const known = this.#resources.get(name);
    if (known) return known;
    this.#forgetOldest();
    const resource = create();
    this.#resources.set(name, resource);
    return resource;
  }

  outdateAll(): void {
    for (const resource of this.#resources.values()) resource.outdate();
  }

  #forgetOldest(): void {
    const unwatched = [...this.#resources].filter(([, resource]) => !resource.isWatched);
    for (const [name] of unwatched.slice(0, Math.max(0, unwatched.length - MAX_UNWATCHED))) {
      this.#resources.delete(name);
    }
  }
}
