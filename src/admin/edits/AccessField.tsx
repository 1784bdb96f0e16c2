import { useId } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { type AccessChoice, accessChoices, accessCount, withAlbumToggled } from '#domain/curation/albumAccess.ts';
import { MESSAGES } from '#domain/messages.ts';
import { Legend } from '#src/shared/ui/fields/Legend.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import styles from './AccessField.module.css';

interface Props {
  legend: string;
  albums: AdminResource<Album[]>;
  /** Null: all. */
  value: readonly string[] | null;
  onChange: (albumIds: string[] | null) => void;
  /** Why all are seen, whatever was chosen: then nothing can be. */
  whyAll?: string | undefined;
}

/** The albums that a tablet or a person may see: all, or some with everything below them. */
export function AccessField({ legend, albums: load, value: chosen, onChange, whyAll }: Props) {
  const name = useId();
  const value = whyAll === undefined ? chosen : null;
  const albums = load.data ?? [];
  return (
    <Stack as="fieldset" gap={2} disabled={whyAll !== undefined}>
      <Legend className={styles.legend}>{legend}</Legend>
      <Row as="label" gap={3} wrap={false} className={styles.way}>
        <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
        All albums, those added later too
      </Row>
      <Row as="label" gap={3} wrap={false} className={styles.way}>
        <input type="radio" name={name} checked={value !== null} onChange={() => onChange([])} />
        Only some, with what is below them
      </Row>
      {whyAll !== undefined && <Note size="xs">{whyAll}</Note>}
      {value !== null && (
        <>
          <ul className={styles.albums} aria-label="Albums">
            {accessChoices(albums, value).map((choice) => (
              <AlbumBox
                key={choice.album.id}
                choice={choice}
                onToggle={() => onChange(withAlbumToggled(albums, value, choice.album.id))}
              />
            ))}
          </ul>
          <Note size="xs" className={styles.count}>
            {load.data ? accessCount(albums, value) : MESSAGES.albumsFailed}
          </Note>
        </>
      )}
    </Stack>
  );
}

function AlbumBox({ choice: { album, depth, state }, onToggle }: { choice: AccessChoice; onToggle: () => void }) {
  return (
    <li>
      <Row
        as="label"
        gap={3}
        wrap={false}
        className={styles.album}
        style={{ paddingLeft: `${12 + 22 * Math.min(depth, 8)}px` }}
      >
        <input
          type="checkbox"
          checked={state !== 'none'}
          // Not `disabled`, which would make it unreachable by keyboard.
          aria-disabled={state === 'covered' || undefined}
          onChange={() => state !== 'covered' && onToggle()}
        />
        <Text as="span" tone={state === 'covered' ? 'quiet' : undefined} dir="auto">
          {album.name}
        </Text>
      </Row>
    </li>
  );
}
