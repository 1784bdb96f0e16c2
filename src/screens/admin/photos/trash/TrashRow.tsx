import { type MouseEvent, memo, useState } from 'react';
import type { TrashEntry } from '#contract/schemas/trash.ts';
import { deletedWithText, timeLeftText } from '#domain/curation/trash.ts';
import { whenText } from '#domain/clock/when.ts';
import { reader } from '#src/session/reader.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from './TrashRow.module.css';
import { useTrashThumbnail } from './useTrashThumbnail.ts';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  entry: TrashEntry;
  isSelected: boolean;
  onToggle: (id: string) => void;
  onExtend: (id: string) => void;
  onRestore: (entries: readonly TrashEntry[]) => Promise<void>;
  onLook: (entry: TrashEntry) => void;
}

export function titleOf(entry: TrashEntry): string {
  return entry.kind === 'photo' ? (entry.caption ?? entry.name) : entry.name;
}

/** One entry of the trash; a press anywhere on it, but for its buttons, selects it. */
export const TrashRow = memo(function TrashRow(props: Props) {
  const { entry, isSelected, onToggle, onExtend, onRestore, onLook } = props;
  const [now] = useState(Date.now);
  const select = ({ shiftKey }: MouseEvent) => (shiftKey ? onExtend : onToggle)(entry.id);
  const title = titleOf(entry);
  return (
    <li className={`${shapes.line} ${shapes.card} ${styles.row}`} data-selected={isSelected || undefined}>
      <label className={styles.label}>
        <input
          type="checkbox"
          className={`${shapes.rigid} ${styles.check}`}
          aria-label={`Select ${title}`}
          checked={isSelected}
          // The click event has what matters here, whether Shift is held.
          onChange={() => undefined}
          onClick={select}
        />
        <Picture entry={entry} />
        <span className={`${shapes.stack} ${shapes.slim}`}>
          <span className={`${shapes.strong} ${shapes.words}`}>{title}</span>
          <span className={`${shapes.small} ${shapes.words}`}>{whatText(entry)}</span>
          <span className={`${shapes.small} ${shapes.words}`}>
            Deleted <time dateTime={entry.trashedAt}>{whenText(entry.trashedAt, reader())}</time>
            {entry.trashedBy === undefined ? '' : ` by ${entry.trashedBy}`} ·{' '}
            <time dateTime={entry.until}>{timeLeftText(entry.until, now)}</time>
          </span>
        </span>
      </label>
      <div className={styles.actions}>
        <Button size="s" aria-label={`Restore ${title}`} onClick={() => void onRestore([entry])}>
          Restore
        </Button>
        {entry.kind === 'photo' && (
          <Button size="s" variant="quiet" aria-label={`Enlarge ${title}`} onClick={() => onLook(entry)}>
            Enlarge
          </Button>
        )}
      </div>
    </li>
  );
});

function whatText(entry: TrashEntry): string {
  if (entry.kind === 'photo') return `Photo in “${entry.albumName}”`;
  const contents = deletedWithText(entry);
  return contents === undefined ? 'Empty album' : `Album with ${contents}`;
}

function Picture({ entry }: { entry: TrashEntry }) {
  const { ref, url } = useTrashThumbnail(entry.id);
  return (
    <span ref={ref} className={`${shapes.rigid} ${styles.picture}`} data-kind={entry.kind}>
      {url !== undefined && <img src={url} alt="" width={72} height={72} className={shapes.cover} />}
    </span>
  );
}
