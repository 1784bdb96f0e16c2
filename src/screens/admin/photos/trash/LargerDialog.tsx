import type { TrashEntry } from '#contract/schemas/trash.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { titleOf } from './TrashRow.tsx';
import styles from './TrashScreen.module.css';
import { useTrashThumbnail } from './useTrashThumbnail.ts';

interface Props {
  entry: TrashEntry;
  onRestore: () => void;
  onClose: () => void;
}

/** A photo of the trash, large enough to be known. */
export function LargerDialog({ entry, onRestore, onClose }: Props) {
  const { ref, url } = useTrashThumbnail(entry.id, 'medium');
  const title = titleOf(entry);
  return (
    <Dialog title={title} onClose={onClose}>
      <span ref={ref} className={styles.larger}>
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
