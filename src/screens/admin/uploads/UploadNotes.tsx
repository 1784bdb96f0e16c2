import { livePhotoVideos } from '#domain/uploads/livePhotos.ts';
import type { UploadItem } from '#domain/uploads/uploadQueue.ts';
import { Message } from '#src/ui/Message.tsx';
import styles from './UploadNotes.module.css';

/** Names the files that were refused, each with the reason, and those that the album had already. */
export function UploadNotes({ items }: { items: UploadItem[] }) {
  const moving = livePhotoVideos(items);
  const refused = items.filter((item) => item.status === 'refused' && !moving.includes(item));
  const duplicates = items.filter(({ status }) => status === 'duplicate');
  return (
    <>
      {refused.length > 0 && (
        <Message kind="error">
          <p>{refused.length === 1 ? '1 file was refused:' : `${refused.length} files were refused:`}</p>
          <ul className={styles.files}>
            {refused.map((item) => (
              <li key={item.id}>
                <strong>{item.name}</strong> {item.message}
              </li>
            ))}
          </ul>
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
          <p>{duplicates.length === 1 ? '1 photo was' : `${duplicates.length} photos were`} already in this album:</p>
          <ul className={styles.files}>
            {duplicates.map((item) => (
              <li key={item.id}>{item.name}</li>
            ))}
          </ul>
        </Message>
      )}
    </>
  );
}
