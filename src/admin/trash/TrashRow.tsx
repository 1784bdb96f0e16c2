import { type MouseEvent, memo, useState } from 'react';
import type { TrashEntry } from '#contract/trash/schemas.ts';
import { deletedWithText, timeLeftText } from '#domain/trash/trash.ts';
import { whenText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { CroppedImage, useSetAsideImage } from '#src/admin/setAside/setAsideImage.tsx';
import styles from './TrashRow.module.css';
import screenStyles from './TrashScreen.module.css';
import { Card } from '#src/shared/ui/layout/Card.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';

interface Props {
  entry: TrashEntry;
  isSelected: boolean;
  onToggle: (id: string) => void;
  onExtend: (id: string) => void;
  onRestore: (entries: readonly TrashEntry[]) => Promise<void>;
  onEnlarge: (entry: TrashEntry) => void;
}

/** One entry of the trash; a press anywhere on it, except on its buttons, selects it. */
export const TrashRow = memo(function TrashRow(props: Props) {
  const { entry, isSelected, onToggle, onExtend, onRestore, onEnlarge } = props;
  const [now] = useState(Date.now);
  const select = ({ shiftKey }: MouseEvent) => (shiftKey ? onExtend : onToggle)(entry.id);
  const title = titleOf(entry);
  return (
    <Card as="li" className={styles.row} data-selected={isSelected || undefined}>
      <label className={styles.label}>
        <input
          type="checkbox"
          className={styles.tick}
          aria-label={`Select ${title}`}
          checked={isSelected}
          // The change is handled by the click event, which tells whether Shift is held.
          onChange={() => undefined}
          onClick={select}
        />
        <Picture entry={entry} />
        <Stack as="span" gap={0}>
          <Text as="span" strong dir="auto">
            {title}
          </Text>
          <Note as="span" size="xs">
            {whatText(entry)}
          </Note>
          <Note as="span" size="xs">
            Deleted <time dateTime={entry.trashedAt}>{whenText(entry.trashedAt, reader())}</time>
            {entry.trashedBy === undefined ? '' : ` by ${entry.trashedBy}`} ·{' '}
            <time dateTime={entry.until}>{timeLeftText(entry.until, now)}</time>
          </Note>
        </Stack>
      </label>
      <div className={styles.actions}>
        <Button size="s" aria-label={`Restore ${title}`} onClick={() => void onRestore([entry])}>
          Restore
        </Button>
        {entry.kind === 'photo' && (
          <Button size="s" variant="quiet" aria-label={`Enlarge ${title}`} onClick={() => onEnlarge(entry)}>
            Enlarge
          </Button>
        )}
      </div>
    </Card>
  );
});

function titleOf(entry: TrashEntry): string {
  return entry.kind === 'photo' ? (entry.caption ?? entry.name) : entry.name;
}

function whatText(entry: TrashEntry): string {
  if (entry.kind === 'photo') return `Photo in “${entry.albumName}”`;
  const contents = deletedWithText(entry);
  return contents === undefined ? 'Empty album' : `Album with ${contents}`;
}

function Picture({ entry }: { entry: TrashEntry }) {
  const { ref, url } = useSetAsideImage(entry.id);
  return (
    <span ref={ref} className={styles.picture} data-kind={entry.kind}>
      {url !== undefined && <CroppedImage of={entry} url={url} alt="" className={styles.cut} />}
    </span>
  );
}

interface LargerDialogProps {
  entry: TrashEntry;
  onRestore: () => void;
  onClose: () => void;
}

/** A photo of the trash, large enough to recognise. */
export function LargerDialog({ entry, onRestore, onClose }: LargerDialogProps) {
  const { ref, url } = useSetAsideImage(entry.id, 'medium');
  const title = titleOf(entry);
  return (
    <Dialog title={title} onClose={onClose}>
      <span ref={ref} className={screenStyles.larger}>
        {url !== undefined && <img src={url} alt={title} />}
      </span>
      <DialogActions>
        <Button data-autofocus="" onClick={onClose}>
          Close
        </Button>
        <Button variant="primary" onClick={onRestore}>
          Restore
        </Button>
      </DialogActions>
    </Dialog>
  );
}
