import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { slugFrom } from '#domain/albums/slug.ts';
import { MESSAGES } from '#domain/messages.ts';
import { createAlbum } from '#src/shared/api/albums.ts';
import { serverMessage, statusOf } from '#src/shared/api/http.ts';
import { albumDrafts } from '#src/admin/albums/albumDraft.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { useDialogInAddress } from '#src/shared/ui/dialogEntries.ts';
import { Message } from '#src/shared/ui/Message.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';

/** The value of the address's `dialog` parameter. With it Back closes the dialog, and signing in again reopens it. */
export const NEW_ALBUM = 'new-album';

export function useNewAlbumDialog() {
  const open = useSearch({ strict: false, select: (search) => search.dialog === NEW_ALBUM });
  const { hasEntry, close } = useDialogInAddress();
  return { open, address: { hasEntry, onClose: close } };
}

interface Props {
  parent: Album | undefined;
  hasEntry: boolean;
  onClose: () => void;
  onCreated: (album: Album) => Promise<void>;
}

export function NewAlbumDialog({ parent, hasEntry, onClose, onCreated }: Props) {
  const form = useNewAlbumForm(parent?.id, onCreated);
  const cancel = () => {
    form.forget();
    onClose();
  };
  return (
    // Only Cancel discards the typed text: Escape and a click beside the dialog happen by accident.
    <Dialog title="New Album" hasEntry={hasEntry} onClose={onClose}>
      {parent && <Text tone="quiet">In “{parent.name}”</Text>}
      <Stack
        as="form"
        gap={2}

        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.create();
        }}
      >
        <input type="hidden" name="parentAlbumId" value={parent?.id ?? ''} />
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          data-autofocus=""
          value={form.name}
          onChange={(event) => form.changeName(event.target.value)}
          error={form.nameError}
        />
        <TextField
          label="Slug"
          name="slug"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={form.slug}
          onChange={(event) => form.changeSlug(event.target.value)}
          hint={form.slugHint}
          error={form.slugError}
        />
        {form.failure && (
          <Message kind="error">
            <p>{form.failure.text}</p>
            {form.failure.more && <p>{form.failure.more}</p>}
          </Message>
        )}
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={form.busy}>
            Create
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

interface Failure {
  text: string;
  more?: string;
}

const isEmpty = (text: string) => text.trim() === '';

/** The state of the new-album form. The typed text is stored as a draft until the album is created or cancelled. */
function useNewAlbumForm(parentAlbumId: string | undefined, onCreated: (album: Album) => Promise<void>) {
  const [draft, setDraft] = useState(() => albumDrafts.read(parentAlbumId));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { name, slug } = draft;

  const change = (next: typeof draft) => {
    setDraft(next);
    setFailure(undefined);
    albumDrafts.store(parentAlbumId, next);
  };

  const create = async () => {
    setTried(true);
    if (isEmpty(name) || isEmpty(slug) || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const payload = { name, slug, ...(parentAlbumId === undefined ? {} : { parentAlbumId }) };
      const album = await adminCall((token) => createAlbum(token, payload));
      albumDrafts.drop(parentAlbumId);
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
    forget: () => albumDrafts.drop(parentAlbumId),
    nameError: tried && isEmpty(name) ? 'Please type a name.' : undefined,
    slugError: tried && isEmpty(slug) ? 'Please type a slug: a–z, 0–9, - and _.' : undefined,
    slugHint: noSlugInName
      ? 'No slug can be made from this name. Please type one: a–z, 0–9, - and _.'
      : 'The album’s address. It follows the name.',
  };
}

function failureFrom(error: unknown): Failure {
  const message = serverMessage(error);
  if (message) return { text: message };
  if (statusOf(error) !== undefined) return { text: MESSAGES.createAlbumFailed };
  return { text: MESSAGES.createAlbumFailed, more: 'The server cannot be reached. What you typed is kept.' };
}
