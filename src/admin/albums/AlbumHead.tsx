import { Link } from '@tanstack/react-router';
import type { Album } from '#contract/photos/schemas.ts';
import { photosIn } from '#domain/albums/albumTree.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Menu } from '#src/shared/ui/choices/Menu.tsx';
import { useSlideshowHistory } from '#src/shared/albums/useSlideshowHistory.ts';
import { SectionHead } from '#src/admin/shell/Section.tsx';
import { type AlbumActions, albumMenu } from './albumActions.ts';
import { albumOffers } from './slots.ts';
import { StartSlideshow } from './StartSlideshow.tsx';
import styles from './AlbumHead.module.css';
import { Row } from '#src/shared/ui/layout/Row.tsx';

interface Props {
  album: Album;
  /** Given to people who may change albums. */
  actions: AlbumActions | undefined;
}

/** The name of the open album, the way up, and the album's actions. */
export function AlbumHead({ album, actions }: Props) {
  const { open } = useSlideshowHistory();
  const hasPhotos = photosIn([album]) > 0;
  const slideshow = hasPhotos ? [{ label: 'Start slideshow', onSelect: () => open({ scope: 'all', startAt: 0 }) }] : [];
  return (
    <SectionHead title={album.name}>
      <Row>
        <UpLink album={album} />
        {/* On a phone it is in the menu, if there is one. */}
        {hasPhotos && (
          <span className={actions && styles.wide}>
            <StartSlideshow albums={[album]} title={album.name} />
          </span>
        )}
        {actions &&
          albumOffers.map((offer) => (
            <offer.Button
              key={offer.label}
              album={album}
              onPress={() => actions.request({ action: 'offer', offer, album })}
            />
          ))}
        {actions && <Menu label={`Actions for ${album.name}`} items={[...slideshow, ...albumMenu(album, actions)]} />}
      </Row>
    </SectionHead>
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

/** The title of the page and the albums above the open one, each a link. */
export function AlbumPath({ title, above }: { title: string; above: readonly Album[] }) {
  return (
    <nav className={styles.path} aria-label="Path">
      <h1 className={styles.top}>
        <Link to="/admin/photos" activeOptions={{ exact: true }} className={styles.link}>
          {title}
        </Link>
      </h1>
      {above.map(({ id, slug, name }) => (
        <span key={id} className={styles.step}>
          <span aria-hidden="true">›</span>
          <Link to="/admin/photos/$slug" params={{ slug }} className={styles.link}>
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
    </nav>
  );
}
