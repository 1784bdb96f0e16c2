import type { TrashEntry } from '#contract/schemas/trash.ts';
import { trashContentsText } from '#domain/curation/trash.ts';
import { QuestionDialog } from '../../shell/QuestionDialog.tsx';

interface Props {
  /** Whether these are all entries of the trash. */
  isAll: boolean;
  entries: readonly TrashEntry[];
  onClose: () => void;
  onConfirm: () => void;
}

export function TrashQuestion({ isAll, entries, onClose, onConfirm }: Props) {
  return (
    <QuestionDialog
      title={isAll ? 'Empty the trash?' : 'Delete for good?'}
      action={isAll ? 'Empty trash' : 'Delete for good'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{trashContentsText(entries)} will be gone for good, original files included. This cannot be undone.</p>
    </QuestionDialog>
  );
}
