import { Button } from '#src/ui/Button.tsx';
import { SelectionBar } from '../selection/SelectionBar.tsx';
import { useSelectionKeys } from '../selection/useSelectionKeys.ts';
import type { Trash } from './useTrash.ts';

interface Props {
  trash: Trash;
  onDelete: () => void;
}

/** The actions on the selected entries of the trash. */
export function TrashBar({ trash: { entries, selection, selected, restore }, onDelete }: Props) {
  const { selectAll, clear } = selection;
  useSelectionKeys({ count: selected.length, onAll: selectAll, onClear: clear, onDelete });
  return (
    <SelectionBar noun="entry" count={selected.length} of={entries?.length ?? 0} onAll={selectAll} onClear={clear}>
      <Button variant="danger" size="s" onClick={onDelete}>
        Delete for good
      </Button>
      <Button variant="primary" size="s" onClick={() => void restore(selected)}>
        Restore
      </Button>
    </SelectionBar>
  );
}
