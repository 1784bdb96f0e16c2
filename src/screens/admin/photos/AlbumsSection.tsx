import type { Album } from '#contract/schemas/photos.ts';
import { MESSAGES } from '#domain/messages.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Menu } from '#src/ui/choices/Menu.tsx';
import { Section } from '../shell/Section.tsx';
import type { AdminResource } from '../shell/useAdminResource.ts';
import type { AlbumRequest } from './albums/albumActions.ts';
import { AlbumCards } from './albums/AlbumCards.tsx';
import styles from './AlbumsSection.module.css';
import { NEW_ALBUM } from './useNewAlbumDialog.ts';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  /** Whether something appears above with the albums, which would push a heading down that is there before. */
  isBelowMore: boolean;
  load: AdminResource<Album[]>;
  /** The album whose albums are shown; undefined for the top level. */
  parent: Album | undefined;
  shown: Album[] | undefined;
  /** Whether the page shows nothing else, so that it is worth saying that there are no albums. */
  isAlone: boolean;
  /** Given to people who may change albums. */
  onRequest: ((request: AlbumRequest) => void) | undefined;
}

export function AlbumsSection({ isBelowMore, load, parent, shown, isAlone, onRequest }: Props) {
  const loading = load.failure ? undefined : MESSAGES.loadingAlbums;
  if (!shown && isBelowMore) return loading && <p>{loading}</p>;
  const isEmpty = shown?.length === 0 && isAlone;
  const orders = onRequest && !parent && (shown?.length ?? 0) > 1;
  // A heading with nothing below it would only push the photos down.
  if (shown?.length === 0 && !isAlone) return null;
  return (
    <Section
      title="Albums"
      action={
        onRequest && (
          <div className={`${shapes.line2} ${styles.actions}`}>
            <AddAlbumButton />
            {orders && <Menu label="Actions for all albums" items={topMenu(onRequest)} />}
          </div>
        )
      }
      note={shown ? undefined : loading}
    >
      {shown && shown.length > 0 && <AlbumCards parentId={parent?.id} albums={shown} onRequest={onRequest} />}
      {isEmpty && (
        <div className={`${shapes.dashed} ${shapes.stack1} ${shapes.quiet} ${styles.empty}`}>
          <p>{MESSAGES.noAlbums}</p>
          {onRequest && <p>{emptyHint(parent)}</p>}
        </div>
      )}
    </Section>
  );
}

function emptyHint(parent: Album | undefined): string {
  return parent
    ? 'Albums may lie in albums: “+ Add Album” creates one in here.'
    : 'Create one with “+ Add Album”, then drop photos into it.';
}

function topMenu(onRequest: (request: AlbumRequest) => void) {
  return [{ label: 'Order of albums…', onSelect: () => onRequest({ action: 'topOrder' }) }];
}

/** Stands beside '+ Add Photos' in an album without albums. */
export function AddAlbumButton({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  return (
    <LinkButton
      to="."
      search={{ dialog: NEW_ALBUM }}
      state={{ dialogOpened: true }}
      resetScroll={false}
      activeOptions={{ includeSearch: true }}
      variant={variant}
      size="s"
    >
      + Add Album
    </LinkButton>
  );
}
