import type { Album } from '../../../contract/entities.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import type { AdminResource } from '../frame/useAdminResource.ts';
import styles from './AlbumsSection.module.css';
import { Section } from './Section.tsx';
import { NEW_ALBUM } from './useNewAlbumDialog.ts';

interface Props {
  load: AdminResource<Album[]>;
  shown: Album[] | undefined;
  mayWrite: boolean;
}

export function AlbumsSection({ load, shown, mayWrite }: Props) {
  const loading = load.failure ? undefined : MESSAGES.loadingAlbums;
  const none = shown?.length === 0 ? MESSAGES.noAlbums : undefined;
  return (
    <Section title="Albums" action={mayWrite && <AddAlbumButton />} note={shown ? none : loading}>
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
    </Section>
  );
}

function AddAlbumButton() {
  return (
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
  );
}
