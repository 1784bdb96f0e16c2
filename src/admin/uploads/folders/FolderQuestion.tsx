import type { Album } from '#contract/photos/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { type DroppedFolder, folderKey, foldersOfDrop } from '#domain/uploads/folderAlbums.ts';
import { companionsIn } from '#src/shared/preparations.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import type { UploadFile } from '../stored/uploadStore.ts';
import styles from './FolderQuestion.module.css';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';

interface Props {
  files: readonly UploadFile[];
  /** The album on screen; undefined at the top level, where folders can only become albums. */
  album: Album | undefined;
  onAlbums: () => void;
  onHere: () => void;
  onCancel: () => void;
}

/** Asks into which albums the photos of dropped folders go. */
export function FolderQuestion({ files, album, onAlbums, onHere, onCancel }: Props) {
  const photos = photosAmong(files);
  const folders = foldersOfDrop(photos);
  const loose = photos.filter(({ path }) => path.length === 0).length;
  const ofFolders =
    folders.length === 1 ? 'Make an album of the folder' : `Make albums of the ${folders.length} folders`;
  return (
    <Dialog
      title={`Where should ${photos.length === 1 ? 'the photo' : `the ${countOf(photos.length, 'photo')}`} go?`}
      onClose={onCancel}
    >
      <FolderList folders={folders} />
      <Note digits>
        An album of the same name{album ? ` in “${album.name}”` : ''} is used if there is one.
        {!album && loose > 0 && ` Left out: ${countOf(loose, 'photo')} beside the folders, without an album to go to.`}
      </Note>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        {album ? (
          <>
            <Button onClick={onAlbums}>{ofFolders}</Button>
            <Button variant="primary" data-autofocus="" onClick={onHere}>
              {photos.length === 1 ? 'The photo' : `All ${countOf(photos.length, 'photo')}`} into this album
            </Button>
          </>
        ) : (
          <Button variant="primary" data-autofocus="" onClick={onAlbums}>
            {ofFolders}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** The files that become photos: the video beside a picture is a part of its photo. */
function photosAmong(files: readonly UploadFile[]): UploadFile[] {
  const names = new Map<string, string[]>();
  for (const { file, path } of files) {
    const key = folderKey(path);
    const inFolder = names.get(key);
    if (inFolder) inFolder.push(file.name);
    else names.set(key, [file.name]);
  }
  const companions = new Map([...names].map(([key, inFolder]) => [key, companionsIn(inFolder)]));
  return files.filter(({ file, path }) => !companions.get(folderKey(path))?.has(file.name));
}

function FolderList({ folders }: { folders: readonly DroppedFolder[] }) {
  return (
    // A list that scrolls must be in reach of the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={styles.folders} tabIndex={0} aria-label="Folders">
      {folders.map(({ path, files }) => (
        <li key={path.join('/')} className={styles.folder}>
          <Text as="span">
            {path.length > 1 && (
              <Note as="span" digits>
                {path.slice(0, -1).join(' / ')} /{' '}
              </Note>
            )}
            {path.at(-1)}
          </Text>
          <Note as="span" digits>
            {files > 0 ? countOf(files, 'photo') : ''}
          </Note>
        </li>
      ))}
    </ul>
  );
}
