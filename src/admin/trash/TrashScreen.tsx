import { useCallback, useState } from 'react';
import { trashTimeText, trashContentsText } from '#domain/trash/trash.ts';
import { environment } from '#src/environment.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { useSelectionKeys, SelectionBar } from '#src/admin/photos/selection/selection.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { SectionHead, AdminTitle } from '#src/admin/shell/Section.tsx';
import { LargerDialog, TrashRow } from './TrashRow.tsx';
import styles from './TrashScreen.module.css';
import { deleteFromTrash, fetchTrash, restoreFromTrash } from '#src/admin/api/curation.ts';
import { statusOf } from '#src/shared/api/http.ts';
import type { TrashEntry } from '#contract/trash/schemas.ts';
import { everyBatch } from '#domain/curation/batches.ts';
import { type Entries, type EntriesCall, useEntries } from '#src/admin/setAside/useEntries.ts';
import { QuestionDialog } from '#src/admin/shell/dialogs.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { Placeholder } from '#src/shared/ui/layout/Placeholder.tsx';

interface TrashQuestionProps {
  /** Whether these are all entries of the trash. */
  isAll: boolean;
  entries: readonly TrashEntry[];
  onClose: () => void;
  onConfirm: () => void;
}

interface Trash extends Omit<Entries<TrashEntry>, 'take'> {
  restore: (entries: readonly TrashEntry[]) => Promise<void>;
  deleteForGood: (entries: readonly TrashEntry[], isAll: boolean) => Promise<void>;
}

const restoreAll: EntriesCall = (token, ids) => everyBatch(ids, (batch) => restoreFromTrash(token, batch));
const deleteAll: EntriesCall = (token, ids) =>
  everyBatch(ids, (batch) => deleteFromTrash(token, batch).catch(throwUnlessGone));
const emptyTrash: EntriesCall = (token) => deleteFromTrash(token);

type Question = 'delete' | 'empty';

/** Deleted albums and photos, to be restored or deleted for good before their time. */
export function TrashScreen() {
  const trash = useTrash();
  const [question, setQuestion] = useState<Question>();
  const { entries, selected } = trash;
  const asked = question === 'empty' ? entries : selected;

  return (
    <>
      <AdminTitle>Trash – Photos</AdminTitle>
      <Heading level={1}>Photo Management</Heading>
      <SectionHead title="Trash">
        <Row align="stretch">
          {entries && entries.length > 0 && (
            <Button variant="danger" size="s" onClick={() => setQuestion('empty')}>
              Empty trash
            </Button>
          )}
          <LinkButton to="/admin/photos" activeOptions={{ exact: true }} size="s">
            ↑ Back to Photos
          </LinkButton>
        </Row>
      </SectionHead>
      <LoadFailureMessage text="Failed to load the trash" load={trash.load} />
      {!entries && !trash.load.failure && <Text tone="quiet">Loading the trash...</Text>}
      {entries?.length === 0 && (
        <Placeholder as="p">
          The trash is empty. What is deleted waits here for {trashTimeText(environment().trashDays)} before it is gone.
        </Placeholder>
      )}
      {entries && entries.length > 0 && <TrashList trash={trash} entries={entries} />}
      {entries && <TrashBar trash={trash} onDelete={() => setQuestion('delete')} />}
      {question && asked && asked.length > 0 && (
        <TrashQuestion
          isAll={question === 'empty'}
          entries={asked}
          onClose={() => setQuestion(undefined)}
          onConfirm={() => {
            setQuestion(undefined);
            void trash.deleteForGood(asked, question === 'empty');
          }}
        />
      )}
    </>
  );
}

/** The entries, and the photo that is shown larger. */
function TrashList({ trash: { selection, restore }, entries }: { trash: Trash; entries: readonly TrashEntry[] }) {
  const [enlarged, setEnlarged] = useState<TrashEntry>();
  return (
    <>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <TrashRow
            key={entry.id}
            entry={entry}
            isSelected={selection.keys.has(entry.id)}
            onToggle={selection.toggle}
            onExtend={selection.extendTo}
            onRestore={restore}
            onEnlarge={setEnlarged}
          />
        ))}
      </ul>
      {enlarged && (
        <LargerDialog
          entry={enlarged}
          onClose={() => setEnlarged(undefined)}
          onRestore={() => {
            setEnlarged(undefined);
            void restore([enlarged]);
          }}
        />
      )}
    </>
  );
}

interface Props {
  trash: Trash;
  onDelete: () => void;
}

/** The actions on the selected entries of the trash. */
function TrashBar({ trash: { entries, selection, selected, restore }, onDelete }: Props) {
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

function useTrash(): Trash {
  const { take, ...rest } = useEntries(fetchTrash);
  const restore = useCallback(
    (taken: readonly TrashEntry[]) => take(taken, { call: restoreAll, done: `Restored ${trashContentsText(taken)}.` }),
    [take],
  );
  return {
    ...rest,
    restore,
    deleteForGood: (taken, isAll) => {
      const done = `${trashContentsText(taken)} deleted for good.`;
      return take(taken, { call: isAll ? emptyTrash : deleteAll, done });
    },
  };
}

/**
 * An entry that is already deleted for good, by somebody else or by an attempt without a response, counts as deleted.
 */
function throwUnlessGone(error: unknown): void {
  if (statusOf(error) !== 404) throw error;
}

function TrashQuestion({ isAll, entries, onClose, onConfirm }: TrashQuestionProps) {
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
