import type { Album } from '#contract/schemas/photos.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { Message } from '#src/ui/Message.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import shapes from '#src/ui/shapes.module.css';
import { useNewAlbumForm } from './useNewAlbumForm.ts';

interface Props {
  parent: Album | undefined;
  onClose: () => void;
  onCreated: (album: Album) => Promise<void>;
}

export function NewAlbumDialog({ parent, onClose, onCreated }: Props) {
  const form = useNewAlbumForm(parent?.id, onCreated);
  const cancel = () => {
    form.forget();
    onClose();
  };
  return (
    // Only Cancel discards what was typed: Escape and a click beside the dialog happen by accident.
    <Dialog title="New Album" onClose={onClose}>
      {parent && <p className={`${shapes.quiet} ${shapes.words}`}>In “{parent.name}”</p>}
      <form
        className={shapes.stack2}
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
      </form>
    </Dialog>
  );
}
