import { useEffect, useMemo, useState } from 'react';
import { longAlbumSource } from '#src/api/albums.ts';
import type { Credential } from '#src/api/http.ts';
import type { Album, AlbumOutline, Photo } from '#contract/schemas/photos.ts';
import { isLongAlbum } from '#domain/albums/longAlbums.ts';
import { type PartialItems, usePartialList } from '#src/state/partialList.ts';
import { adminCall } from '../session/adminCall.ts';

export interface AlbumBeginning {
  /** The part of a long album that is loaded before its whole list; undefined for other albums. */
  beginning: { outline: AlbumOutline; items: PartialItems<Photo> } | undefined;
  /** Resolves when it is time to load the whole list. */
  whenWholeIsDue: Promise<void>;
  /** Loads the photos between two places, both included. */
  want: (first: number, last: number) => void;
  /** Loads the whole list without waiting until the first photos have been looked at. */
  hurry: () => void;
}

/** The outline of a long album and the parts of it that somebody looks at, until its whole list is there. */
export function useAlbumBeginning(album: Album | undefined): AlbumBeginning {
  const [opened, setOpened] = useState<{ id: string; isLong: boolean }>();
  // Decided when the album is opened: an album that grows while it is shown is loaded whole already.
  if (album && opened?.id !== album.id) setOpened({ id: album.id, isLong: isLongAlbum(album) });
  const albumId = album?.id ?? '';
  const isLong = opened?.id === albumId && opened.isLong;
  const source = useMemo(() => (isLong ? longAlbumSource(albumId, callAsAdmin) : undefined), [albumId, isLong]);
  const { beginning, want, isWholeDue, hurry } = usePartialList<AlbumOutline, Photo>(source);
  // One for each album.
  // oxlint-disable-next-line react/exhaustive-deps
  const due = useMemo(() => createSignal(), [albumId]);
  useEffect(() => {
    if (isWholeDue) due.give();
  }, [isWholeDue, due]);
  const loaded = beginning.status === 'loaded' ? beginning.value : undefined;
  return { beginning: loaded, whenWholeIsDue: due.given, want, hurry };
}

function callAsAdmin<Data>(load: (credential: Credential) => Promise<Data>): Promise<Data> {
  return adminCall((token) => load({ token }));
}

const nothing = () => undefined;

function createSignal(): { given: Promise<void>; give: () => void } {
  let give: () => void = nothing;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
