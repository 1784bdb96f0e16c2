import { useId } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { type AccessChoice, accessChoices, accessCount, withAlbumToggled } from '#domain/tabletAdmin/albumAccess.ts';
import { MESSAGES } from '#domain/messages.ts';
import type { AdminResource } from '../../shell/useAdminResource.ts';
import styles from './AccessField.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  albums: AdminResource<Album[]>;
  /** Null: all. */
  value: readonly string[] | null;
  onChange: (albumIds: string[] | null) => void;
}

/** Which albums a tablet may see: all, or some with what is below them. */
export function AccessField({ albums: load, value, onChange }: Props) {
  const name = useId();
  const albums = load.data ?? [];
  return (
    <fieldset className={shapes.stack1}>
      <legend className={`${shapes.strong} ${shapes.fine} ${styles.legend}`}>Albums it may see</legend>
      <label className={styles.way}>
        <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
        All albums, those added later too
      </label>
      <label className={styles.way}>
        <input type="radio" name={name} checked={value !== null} onChange={() => onChange([])} />
        Only some, with what is below them
      </label>
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
          <p className={`${shapes.small} ${styles.count}`}>
            {load.data ? accessCount(albums, value) : MESSAGES.albumsFailed}
          </p>
        </>
      )}
    </fieldset>
  );
}

function AlbumBox({ choice: { album, depth, state }, onToggle }: { choice: AccessChoice; onToggle: () => void }) {
  return (
    <li>
      <label className={styles.album} style={{ paddingLeft: `${12 + 22 * Math.min(depth, 8)}px` }}>
        <input
          type="checkbox"
          checked={state !== 'none'}
          // Not `disabled`, which would take it out of the reach of the keyboard.
          aria-disabled={state === 'covered' || undefined}
          onChange={() => state !== 'covered' && onToggle()}
        />
        <span className={state === 'covered' ? shapes.quiet : undefined} dir="auto">
          {album.name}
        </span>
      </label>
    </li>
  );
}
