import type { Album, PhotoOrder } from '../../../src/contract/entities.ts';

interface ModelAlbum {
  id: string;
  name: string;
  slug: string;
  former: string[];
  parent: string | null;
  order: PhotoOrder;
  cover: string | null;
  position: number | null;
  version: number;
  /** The id of the album that it was deleted with. */
  trashedWith: string | null;
}

interface ModelPhoto {
  filename: string;
  albumId: string;
  position: number | null;
  /** `self`, or the id of the album that it was deleted with. */
  trashedWith: string | null;
  trashId: string;
}

export interface ShownAlbum {
  id: string;
  name: string;
  slug: string;
  former: string[];
  order: PhotoOrder;
  version: number;
  photos: number;
  cover: string | undefined;
  chosen: boolean;
  childAlbums: ShownAlbum[];
}

export interface ModelChanges {
  name?: string;
  slug?: string;
  parentAlbumId?: string | null;
  order?: PhotoOrder;
  cover?: string | null;
}

const LAST = Number.MAX_SAFE_INTEGER;

/** What albums, photos and trash are to be after each call, in the simplest words; each method returns the call's status. */
export class CurationModel {
  albums: ModelAlbum[] = [];
  /** In the order in which they were uploaded; none has a time, and their names rise in that order too. */
  photos: ModelPhoto[] = [];

  created({ id, name, slug }: Album, parent: string | null): void {
    this.#take(slug);
    const rest = { former: [], order: 'taken' as const, cover: null, position: null, version: 0, trashedWith: null };
    this.albums.push({ id, name, slug, parent, ...rest });
  }

  uploaded(albumId: string, filename: string): void {
    this.photos.push({ filename, albumId, position: null, trashedWith: null, trashId: '' });
  }

  isSlugFree(slug: string): boolean {
    return this.albums.every((album) => album.trashedWith !== null || album.slug !== slug);
  }

  living(id: string | null): ModelAlbum | undefined {
    return this.albums.find((album) => album.id === id && album.trashedWith === null);
  }

  change(id: string, { parentAlbumId, cover, ...changes }: ModelChanges, version?: number): number {
    const album = this.living(id);
    if (!album) return 404;
    if (version !== undefined && version !== album.version) return 409;
    const next = { ...album, ...changes };
    if (parentAlbumId !== undefined) next.parent = parentAlbumId;
    if (cover !== undefined) next.cover = cover;
    const below = this.#below(id);
    if (parentAlbumId && (!this.living(parentAlbumId) || below.includes(parentAlbumId))) return 400;
    if (cover && !this.#shownIn(below).some(({ filename }) => filename === cover)) return 400;
    if (next.slug !== album.slug && !this.isSlugFree(next.slug)) return 409;
    if (JSON.stringify(next) === JSON.stringify(album)) return 200;
    if (next.slug !== album.slug) {
      this.#take(next.slug);
      next.former = [...album.former.filter((slug) => slug !== next.slug), album.slug];
    }
    if (next.parent !== album.parent) next.position = null;
    Object.assign(album, next, { version: album.version + 1 });
    return 200;
  }

  arrangeAlbums(parent: string | null, ids: string[] | null): number {
    const siblings = this.albums.filter((album) => album.parent === parent && album.trashedWith === null);
    if (parent !== null && !this.living(parent)) return 400;
    if (ids?.some((id) => !siblings.some((album) => album.id === id))) return 400;
    for (const album of this.albums.filter((one) => one.parent === parent)) album.position = null;
    for (const [place, id] of (ids ?? []).entries()) Object.assign(this.living(id) ?? {}, { position: place });
    return 200;
  }

  arrangePhotos(id: string, filenames: string[]): number {
    const album = this.living(id);
    if (!album) return 404;
    const shown = this.photosOf(id);
    if (filenames.some((filename) => !shown.includes(filename))) return 400;
    const places = [...new Set([...filenames, ...shown])];
    for (const photo of this.#shownIn([id])) photo.position = places.indexOf(photo.filename);
    Object.assign(album, { order: 'manual', version: album.version + 1 });
    return 200;
  }

  deletePhotos(id: string, filenames: string[]): number {
    const chosen = this.living(id) ? this.#shownIn([id]).filter(({ filename }) => filenames.includes(filename)) : [];
    for (const photo of chosen) photo.trashedWith = 'self';
    return chosen.length === 0 ? 404 : 200;
  }

  deleteAlbum(id: string): number {
    if (!this.living(id)) return 404;
    const below = this.#below(id);
    for (const photo of this.#shownIn(below)) photo.trashedWith = id;
    for (const album of this.albums) if (below.includes(album.id)) album.trashedWith = id;
    return 200;
  }

  restore(ids: string[]): number {
    const photos = this.photos.filter(({ trashedWith, trashId }) => trashedWith === 'self' && ids.includes(trashId));
    const roots = ids.flatMap((id) =>
      this.albums.filter((one) => `album-${one.id}` === id && one.trashedWith === one.id),
    );
    const back = new Set(roots.map(({ id }) => id));
    const stays = (album: ModelAlbum) => album.trashedWith !== null && !back.has(album.trashedWith);
    if (photos.some(({ albumId }) => this.albums.some((album) => album.id === albumId && stays(album)))) return 409;
    if (photos.length + roots.length === 0) return 404;
    for (const root of roots) this.#revive(root.id);
    for (const root of roots) {
      if (root.parent === null || this.living(root.parent)) continue;
      Object.assign(root, { parent: null, position: null, version: root.version + 1 });
    }
    for (const photo of photos) photo.trashedWith = null;
    return 200;
  }

  remove(ids: string[] | undefined): number {
    const chosen = this.trash().filter((id) => ids?.includes(id) ?? true);
    const roots = new Set(chosen.map((id) => id.replace('album-', '')));
    const gone = this.albums.filter(({ trashedWith }) => trashedWith !== null && roots.has(trashedWith));
    const goneIds = new Set(gone.map(({ id }) => id));
    this.photos = this.photos.filter(({ albumId, trashedWith, trashId }) => {
      return !goneIds.has(albumId) && !(trashedWith === 'self' && chosen.includes(trashId));
    });
    this.albums = this.albums.filter((album) => !goneIds.has(album.id));
    for (const album of this.albums) if (goneIds.has(album.parent ?? '')) album.parent = null;
    return ids && chosen.length === 0 ? 404 : 200;
  }

  /** The ids of the entries. */
  trash(): string[] {
    const albums = this.albums.filter(({ id, trashedWith }) => trashedWith === id).map(({ id }) => `album-${id}`);
    const photos = this.photos.filter(({ trashedWith }) => trashedWith === 'self').map(({ trashId }) => trashId);
    return [...albums, ...photos].toSorted();
  }

  /** The names of an album's photos in their order. */
  photosOf(id: string): string[] {
    const photos = this.#shownIn([id]);
    const order = this.living(id)?.order;
    if (order === 'newest') photos.reverse();
    if (order === 'manual') photos.sort((one, other) => (one.position ?? LAST) - (other.position ?? LAST));
    return photos.map(({ filename }) => filename);
  }

  /** The list of albums, of which each has only what this model knows. */
  tree(parent: string | null = null): ShownAlbum[] {
    const albums = this.albums.filter((album) => album.parent === parent && album.trashedWith === null);
    albums.sort(
      (one, other) =>
        (one.position ?? LAST) - (other.position ?? LAST) ||
        one.name.localeCompare(other.name) ||
        (one.slug < other.slug ? -1 : 1),
    );
    return albums.map((album) => ({
      id: album.id,
      name: album.name,
      slug: album.slug,
      former: album.former.toSorted(),
      order: album.order,
      version: album.version,
      photos: this.#shownIn([album.id]).length,
      cover: this.#coverOf(album),
      chosen: this.#chosenOf(album) !== undefined,
      childAlbums: this.tree(album.id),
    }));
  }

  #chosenOf({ id, cover }: ModelAlbum): string | undefined {
    return this.#shownIn(this.#below(id)).find(({ filename }) => filename === cover)?.filename;
  }

  #coverOf(album: ModelAlbum): string | undefined {
    const chosen = this.#chosenOf(album) ?? this.#shownIn([album.id])[0]?.filename;
    if (chosen !== undefined) return chosen;
    return this.tree(album.id).find(({ cover }) => cover !== undefined)?.cover;
  }

  #below(id: string): string[] {
    const children = this.albums.filter((album) => album.parent === id && album.trashedWith === null);
    return [id, ...children.flatMap((child) => this.#below(child.id))];
  }

  #shownIn(ids: string[]): ModelPhoto[] {
    return this.photos.filter(({ albumId, trashedWith }) => trashedWith === null && ids.includes(albumId));
  }

  #take(slug: string): void {
    for (const album of this.albums) album.former = album.former.filter((one) => one !== slug);
  }

  #revive(root: string): void {
    const albums = this.albums
      .filter(({ trashedWith }) => trashedWith === root)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const numbered = albums.filter(({ slug }) => !this.isSlugFree(slug));
    for (const album of albums.filter((one) => !numbered.includes(one))) {
      this.#take(album.slug);
      album.trashedWith = null;
    }
    for (const album of numbered) {
      let number = 2;
      while (!this.isSlugFree(`${album.slug}-${number}`)) number += 1;
      Object.assign(album, { slug: `${album.slug}-${number}`, trashedWith: null, version: album.version + 1 });
      this.#take(album.slug);
    }
    for (const photo of this.photos) if (photo.trashedWith === root) photo.trashedWith = null;
  }
}
