import type { Album } from '../../../contract/entities.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import type { Load } from '../useLoad.ts';
import styles from './AlbumsSection.module.css';
import { SectionHead } from './SectionHead.tsx';
import { NEW_ALBUM } from './useNewAlbumDialog.ts';

interface Props {
  load: Load<Album[]>;
  shown: Album[] | undefined;
  mayWrite: boolean;
}

export function AlbumsSection({ load, shown, mayWrite }: Props) {
  return (
    <section aria-labelledby="albums-heading" className={styles.section}>
      <SectionHead id="albums-heading" title="Albums">
        {mayWrite && (
          <LinkButton
            to="."
            search={{ dialog: NEW_ALBUM }}
            state={{ dialogOpened: true }}
            resetScroll={false}
            activeOptions={{ includeSearch: true }}
            variant="primary"
            size="s"
          >
            + Add Album
          </LinkButton>
        )}
      </SectionHead>
      {!shown && !load.failure && <p className={styles.quiet}>{MESSAGES.loadingAlbums}</p>}
      {shown?.length === 0 && <p className={styles.quiet}>{MESSAGES.noAlbums}</p>}
      {shown && shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((album) => (
            <li key={album.id}>
              <LinkButton to="/admin/photos/$slug" params={{ slug: album.slug }} className={styles.album}>
                {album.name}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
