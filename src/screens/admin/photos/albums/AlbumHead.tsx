import { Link } from '@tanstack/react-router';
import type { Album } from '#contract/schemas/photos.ts';
import { albumsAbove } from '#domain/albums/albumTree.ts';
import { Button } from '#src/ui/Button.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Menu } from '#src/ui/choices/Menu.tsx';
import { SectionHead } from '../../shell/Section.tsx';
import { albumMenu, type AlbumRequest } from './albumActions.ts';
import styles from './AlbumHead.module.css';

interface Props {
  albums: readonly Album[];
  album: Album;
  /** Given to people who may change albums. */
  onRequest: ((request: AlbumRequest) => void) | undefined;
}

/** The name of the open album, where it is, and what can be done with it. */
export function AlbumHead({ albums, album, onRequest }: Props) {
  return (
    <div className={styles.open}>
      <Breadcrumbs albums={albums} album={album} />
      <SectionHead title={album.name}>
        <div className={styles.actions}>
          <UpLink album={album} />
          {onRequest && (
            <Button size="s" onClick={() => onRequest({ action: 'share', album })}>
              Share…
            </Button>
          )}
          {onRequest && <Menu label={`Actions for ${album.name}`} items={albumMenu(album, onRequest)} />}
        </div>
      </SectionHead>
    </div>
  );
}

function UpLink({ album }: { album: Album }) {
  return album.parentSlug === undefined ? (
    <LinkButton to="/admin/photos" activeOptions={{ exact: true }} size="s">
      ↑ Go Up a Level
    </LinkButton>
  ) : (
    <LinkButton to="/admin/photos/$slug" params={{ slug: album.parentSlug }} size="s">
      ↑ Go Up a Level
    </LinkButton>
  );
}

/** The albums above the open one, each a link. */
function Breadcrumbs({ albums, album }: { albums: readonly Album[]; album: Album }) {
  return (
    <nav className={styles.path} aria-label="Path">
      <Link to="/admin/photos" activeOptions={{ exact: true }} className={styles.link}>
        All albums
      </Link>
      {albumsAbove(albums, album).map((above) => (
        <span key={above.id} className={styles.step}>
          <span aria-hidden="true">›</span>
          <Link to="/admin/photos/$slug" params={{ slug: above.slug }} className={styles.link}>
            <bdi>{above.name}</bdi>
          </Link>
        </span>
      ))}
      <span className={styles.step}>
        <span aria-hidden="true">›</span>
        <span className={styles.here} aria-current="page">
          <bdi>{album.name}</bdi>
        </span>
      </span>
    </nav>
  );
}
