import { useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { albumChoices, matchingChoices } from '#domain/curation/albumChoices.ts';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import { thumbnailRetryMs } from '#domain/albums/thumbnails.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { CoverImage } from '#src/shared/ui/photoGrid/CoverImage.tsx';
import { type RadioChoice, RadioList } from '#src/shared/ui/choices/RadioList.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import styles from './AlbumPicker.module.css';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';

/** The value for no album: the top level. */
export const TOP_LEVEL = '';
/** A list of fewer albums needs no search. */
const SEARCH_FROM = 8;

interface Props {
  albums: readonly Album[];
  /** An album that is not offered, and neither are those below it. */
  without?: string;
  /** The album in which the things already are: shown, but not to be chosen. */
  here?: string;
  offersTopLevel?: boolean;
  value: string | undefined;
  onChange: (albumId: string) => void;
}

/** All albums as a tree of choices, with a search. */
export function AlbumPicker({ albums, without, here, offersTopLevel = false, value, onChange }: Props) {
  const [text, setText] = useState('');
  const all = albumChoices(albums, { without });
  const found = matchingChoices(all, text);
  const isSearching = text.trim() !== '';
  const choices = found.map(({ album, depth, path }): RadioChoice => {
    const isHere = album.id === here;
    const place = isSearching && path.length > 0 ? `in ${path.join(' › ')}` : undefined;
    const hint = isHere ? 'they are here' : place;
    const label = (
      <Row as="span" gap={3} wrap={false} className={styles.album}>
        <CoverImage
          src={album.cover && imageUrl(album.cover, 'thumbnail')}
          position={album.cover && cutPosition(album.cover, 4 / 3)}
          retryDelayMs={thumbnailRetryMs}
        />
        <span className={styles.name}>
          <bdi>{album.name}</bdi>
          {hint !== undefined && (
            <Note as="span" size="xs" className={styles.hint}>
              {' '}
              {hint}
            </Note>
          )}
        </span>
      </Row>
    );
    return { value: album.id, label, disabled: isHere, depth: isSearching ? 0 : Math.min(depth, 8) };
  });
  if (offersTopLevel && !isSearching) choices.unshift({ value: TOP_LEVEL, label: 'Top level' });
  return (
    <Stack gap={1}>
      {all.length >= SEARCH_FROM && (
        <TextField
          label="Search albums"
          type="search"
          autoComplete="off"
          data-autofocus=""
          value={text}
          onChange={(event) => setText(event.target.value)}
          hint={isSearching ? `${found.length} found` : undefined}
        />
      )}
      {choices.length > 0 ? (
        <RadioList label="Album" name="album" choices={choices} value={value} onChange={onChange} />
      ) : (
        <Text tone="quiet" className={styles.none}>
          {isSearching ? 'No album has a name like that.' : 'There is no other album.'}
        </Text>
      )}
    </Stack>
  );
}
