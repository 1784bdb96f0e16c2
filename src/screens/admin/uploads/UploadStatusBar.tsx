import { Link, useParams } from '@tanstack/react-router';
import { isPending, type UploadItem } from '#domain/uploads/uploadQueue.ts';
import { UnfinishedUploads } from './UnfinishedUploads.tsx';
import { ProgressBar } from '#src/ui/ProgressBar.tsx';
import styles from './UploadStatusBar.module.css';
import { tabUploader, useUploadQueue } from './tabUploader.ts';
import shapes from '#src/ui/shapes.module.css';

/** At the foot of admin pages: what is still to be continued, and on others than its album's that an upload is going on. */
export function UploadStatusBar() {
  return (
    <>
      <UnfinishedUploads />
      <RunningUpload />
    </>
  );
}

function RunningUpload() {
  const { items, pausing } = useUploadQueue();
  const { slug: shownSlug } = useParams({ strict: false });
  const pending = items.find((item) => isPending(item) && tabUploader.targetOf(item.albumId)?.slug !== shownSlug);
  const target = pending && tabUploader.targetOf(pending.albumId);
  if (!target) return null;
  const ofAlbum = items.filter((item) => item.albumId === target.id);
  const done = doneIn(ofAlbum);
  const albums = new Set(items.map(({ albumId }) => albumId)).size;
  return (
    <aside className={`${shapes.stack2} ${shapes.digits} ${shapes.fine} ${styles.bar}`} aria-label="Upload in progress">
      <p>
        {pausing ? 'The connection was lost. Trying again… ' : ''}
        {done} of {ofAlbum.length} photos uploaded to{' '}
        <Link
          to="/admin/photos/$slug"
          params={{ slug: target.slug }}
          className={`${shapes.strong} ${shapes.words} ${shapes.accent}`}
        >
          {target.name}
        </Link>
        {albums > 1 && ` · ${doneIn(items)} of ${items.length} in ${albums} albums`}
      </p>
      <ProgressBar label="Upload" percent={(doneIn(items) / items.length) * 100} size="s" />
    </aside>
  );
}

function doneIn(items: readonly UploadItem[]): number {
  return items.filter((item) => !isPending(item)).length;
}
