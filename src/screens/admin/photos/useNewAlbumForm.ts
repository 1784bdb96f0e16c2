import { useState } from 'react';
import { createAlbum } from '#src/api/albums.ts';
import { serverMessage, statusOf } from '#src/api/http.ts';
import type { Album } from '#contract/schemas/photos.ts';
import { slugFrom } from '#domain/albums/slug.ts';
import { MESSAGES } from '#domain/messages.ts';
import { type AlbumDraft, dropAlbumDraft, keepAlbumDraft, readAlbumDraft } from '#src/session/albumDraft.ts';
import { adminCall } from '../session/adminCall.ts';

interface Failure {
  text: string;
  more?: string;
}

const isEmpty = (text: string) => text.trim() === '';

/** The state of the new-album form. What is typed is stored as a draft until the album is created or cancelled. */
export function useNewAlbumForm(parentAlbumId: string | undefined, onCreated: (album: Album) => Promise<void>) {
  const [draft, setDraft] = useState(() => readAlbumDraft(parentAlbumId));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { name, slug } = draft;

  const change = (next: AlbumDraft) => {
    setDraft(next);
    setFailure(undefined);
    keepAlbumDraft(parentAlbumId, next);
  };

  const create = async () => {
    setTried(true);
    if (isEmpty(name) || isEmpty(slug) || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const payload = { name, slug, ...(parentAlbumId === undefined ? {} : { parentAlbumId }) };
      const album = await adminCall((token) => createAlbum(token, payload));
      dropAlbumDraft(parentAlbumId);
      await onCreated(album);
    } catch (error) {
      setFailure(failureFrom(error));
    } finally {
      setBusy(false);
    }
  };

  const noSlugInName = !isEmpty(name) && slug === '' && slugFrom(name) === '';
  return {
    name,
    slug,
    busy,
    failure,
    create,
    changeName: (text: string) => change({ name: text, slug: slugFrom(text) }),
    changeSlug: (text: string) => change({ name, slug: text }),
    forget: () => dropAlbumDraft(parentAlbumId),
    nameError: tried && isEmpty(name) ? 'Please type a name.' : undefined,
    slugError: tried && isEmpty(slug) ? 'Please type a slug: a–z, 0–9, - and _.' : undefined,
    slugHint: noSlugInName
      ? 'No slug can be made from this name. Please type one: a–z, 0–9, - and _.'
      : "The album's address, made anew whenever the name changes.",
  };
}

function failureFrom(error: unknown): Failure {
  const message = serverMessage(error);
  if (message) return { text: message };
  if (statusOf(error) !== undefined) return { text: MESSAGES.createAlbumFailed };
  return { text: MESSAGES.createAlbumFailed, more: 'The server cannot be reached. What you typed is kept.' };
}
