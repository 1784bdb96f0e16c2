import { Link, useParams } from '@tanstack/react-router';
import { isPending } from '../../../domain/uploads/uploadQueue.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './UploadStatusBar.module.css';
import { tabUploader, useUploadQueue } from './tabUploader.ts';

/** Shows, at the foot of other admin pages, that an upload is going on, with a link to its album. */
export function UploadStatusBar() {
  const { items, pausing } = useUploadQueue();
  const { slug: shownSlug } = useParams({ strict: false });
  const pending = items.find((item) => isPending(item) && tabUploader.targetOf(item.albumId)?.slug !== shownSlug);
  const target = pending && tabUploader.targetOf(pending.albumId);
  if (!target) return null;
  const ofAlbum = items.filter((item) => item.albumId === target.id);
  const done = ofAlbum.filter((item) => !isPending(item)).length;
  return (
    <aside className={styles.bar} aria-label="Upload in progress">
      <p>
        {pausing ? 'The connection was lost. Trying again… ' : ''}
        {done} of {ofAlbum.length} photos uploaded to{' '}
        <Link to="/admin/photos/$slug" params={{ slug: target.slug }} className={styles.link}>
          {target.name}
        </Link>
      </p>
      <ProgressBar label="Upload" percent={(done / ofAlbum.length) * 100} size="s" />
    </aside>
  );
}
