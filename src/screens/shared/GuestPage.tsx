import type { SharedAlbum } from '#contract/schemas/arrivals/shares.ts';
import { untilText } from '#domain/clock/when.ts';
import { reader } from '#src/session/reader.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import type { Uploader } from '../../uploads/Uploader.ts';
import { GuestUpload } from './GuestUpload.tsx';
import styles from './SharedAlbumView.module.css';
import { shapes } from '#src/ui/shapes.ts';

interface Props {
  uploader: Uploader;
  shared: SharedAlbum;
  onSent: () => Promise<void>;
}

/** The page of a link whose visitors send photos and see none. */
export function GuestPage({ uploader, shared: { albumId, albumName, until, guests }, onSent }: Props) {
  return (
    <main className={shapes.whole}>
      <PageTitle>{`${albumName} – Shared Album`}</PageTitle>
      <div className={`${shapes.stack1} ${shapes.starts} ${styles.head}`}>
        <h1 className={`${shapes.title} ${shapes.words} ${shapes.sentence}`} dir="auto">
          {albumName}
        </h1>
        <p className={shapes.note}>
          {until === null
            ? 'Send your photos for this album'
            : `Send your photos for this album until ${untilText(until, reader())}`}
        </p>
        {guests && (
          <GuestUpload
            uploader={uploader}
            album={{ id: albumId, name: albumName, slug: '' }}
            guests={guests}
            onSent={() => void onSent()}
          />
        )}
      </div>
    </main>
  );
}
