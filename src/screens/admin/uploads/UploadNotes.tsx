import { livePhotoVideos } from '#domain/uploads/livePhotos.ts';
import type { UploadItem } from '#domain/uploads/uploadQueue.ts';
import { Message } from '#src/ui/Message.tsx';
import styles from './UploadNotes.module.css';

/** The number of refused files whose names and reasons need no press to be read. */
const FEW = 3;

/** Says how many files were refused, and how many the album had already; their names are folded. */
export function UploadNotes({ items }: { items: UploadItem[] }) {
  const moving = livePhotoVideos(items);
  const refused = items.filter((item) => item.status === 'refused' && !moving.includes(item));
  const duplicates = items.filter(({ status }) => status === 'duplicate');
  return (
    <>
      {refused.length > 0 && (
        <Message kind="error">
          <FileNames
            title={refused.length === 1 ? '1 file was refused' : `${refused.length} files were refused`}
            items={refused}
            open={refused.length <= FEW}
          />
        </Message>
      )}
      {moving.length > 0 && (
        <Message kind="info">
          Of Live Photos the picture is taken, not the video: {moving.length === 1 ? '1 was' : `${moving.length} were`}{' '}
          left out.
        </Message>
      )}
      {duplicates.length > 0 && (
        <Message kind="info">
          <FileNames
            title={
              duplicates.length === 1
                ? '1 photo was already in this album'
                : `${duplicates.length} photos were already in this album`
            }
            items={duplicates}
            open={false}
          />
        </Message>
      )}
    </>
  );
}

function FileNames({ title, items, open }: { title: string; items: UploadItem[]; open: boolean }) {
  return (
    <details open={open}>
      <summary>{title}</summary>
      <ul className={styles.files}>
        {items.map(({ id, name, message }) => (
          <li key={id}>
            <strong>{name}</strong> {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
