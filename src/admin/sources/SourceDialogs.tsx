import { useState } from 'react';
import { addSource, fetchImmichAlbums } from '#src/admin/api/sources.ts';
import type { ImmichAlbum, NewSource } from '#contract/sources/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { immichAddressWarning } from '#domain/sources/immichAddress.ts';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { FormDialog } from '#src/admin/shell/dialogs.tsx';
import { useAction } from '#src/admin/shell/useAction.ts';

interface Props {
  onClose: () => void;
  onAdded: () => void;
}

/** Adds the source, then closes the dialog. */
function useAdding({ onClose, onAdded }: Props) {
  const { busy, failure, run } = useAction();
  const add = async (source: NewSource) => {
    await adminCall((token) => addSource(token, source));
    onAdded();
    onClose();
  };
  return { busy, failure, run, add };
}

/** Asks for a folder of the server. */
export function FolderDialog({ roots, ...props }: Props & { roots: readonly string[] }) {
  const [path, setPath] = useState(roots[0] ?? '');
  const { busy, failure, run, add } = useAdding(props);
  return (
    <FormDialog
      title="Follow a folder"
      action="Follow"
      busy={busy}
      failure={failure}
      onClose={props.onClose}
      onSave={() => void run(() => add({ kind: 'folder', path: path.trim(), albumId: null }))}
    >
      <TextField
        label="Folder on the server"
        data-autofocus=""
        autoComplete="off"
        spellCheck={false}
        value={path}
        onChange={({ target }) => setPath(target.value)}
        hint={`In ${roots.join(', ')}. Its folders become albums; what vanishes there stays here.`}
      />
    </FormDialog>
  );
}

/** Asks for an Immich server and its key, then for one of its albums. */
export function ImmichDialog(props: Props) {
  const [url, setUrl] = useState('');
  const [apiKey, setKey] = useState('');
  const [albums, setAlbums] = useState<ImmichAlbum[]>();
  const [immichAlbumId, setAlbum] = useState('');
  const { busy, failure, run, add } = useAdding(props);
  const door = { url: url.trim(), apiKey: apiKey.trim() };
  const find = async () => {
    const found = await adminCall((token) => fetchImmichAlbums(token, door));
    setAlbums(found);
    setAlbum(found[0]?.id ?? '');
  };
  const save = () => (albums ? add({ kind: 'immich', ...door, immichAlbumId, albumId: null }) : find());
  return (
    <FormDialog
      title="Follow Immich"
      action={albums ? 'Follow' : 'Show its albums'}
      busy={busy}
      disabled={albums?.length === 0}
      failure={failure}
      onClose={props.onClose}
      onSave={() => void run(save)}
    >
      <AddressField
        url={url}
        onChange={(value) => {
          setUrl(value);
          setAlbums(undefined);
        }}
      />
      <TextField
        label="Key"
        type="password"
        autoComplete="off"
        value={apiKey}
        onChange={({ target }) => {
          setKey(target.value);
          setAlbums(undefined);
        }}
        hint="Made in Immich, with the right to read albums and assets. Nothing is changed there."
      />
      {albums && albums.length > 0 && (
        <SelectField label="Album" value={immichAlbumId} onChange={({ target }) => setAlbum(target.value)}>
          {albums.map(({ id, name, photos }) => (
            <option key={id} value={id}>
              {name} ({countOf(photos, 'photo')})
            </option>
          ))}
        </SelectField>
      )}
      {albums?.length === 0 && <p>This key sees no album.</p>}
    </FormDialog>
  );
}

function AddressField({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const warning = immichAddressWarning(url);
  return (
    <TextField
      label="Address of Immich"
      data-autofocus=""
      inputMode="url"
      autoComplete="off"
      placeholder="http://192.168.1.20:2283"
      value={url}
      onChange={({ target }) => onChange(target.value)}
      hint={
        warning && (
          <Text as="span" tone="danger">
            {warning}
          </Text>
        )
      }
    />
  );
}
