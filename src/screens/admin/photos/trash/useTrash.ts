import { deleteFromTrash, fetchTrash, restoreFromTrash } from '#src/api/curation.ts';
import { statusOf } from '#src/api/http.ts';
import type { TrashEntry } from '#contract/schemas/trash.ts';
import { everyBatch } from '#domain/curation/batches.ts';
import { trashContentsText } from '#domain/curation/trash.ts';
import { type Entries, type EntriesCall, useEntries } from './useEntries.ts';

export interface Trash extends Omit<Entries<TrashEntry>, 'take'> {
  restore: (entries: readonly TrashEntry[]) => Promise<void>;
  deleteForGood: (entries: readonly TrashEntry[], isAll: boolean) => Promise<void>;
}

export function useTrash(): Trash {
  const { take, ...rest } = useEntries(fetchTrash);
  return {
    ...rest,
    restore: (taken) => take(taken, { call: restoreAll, done: `Restored ${trashContentsText(taken)}.` }),
    deleteForGood: (taken, isAll) => {
      const done = `${trashContentsText(taken)} deleted for good.`;
      return take(taken, { call: isAll ? emptyTrash : deleteAll, done });
    },
  };
}

const restoreAll: EntriesCall = (token, ids) => everyBatch(ids, (batch) => restoreFromTrash(token, batch));
const deleteAll: EntriesCall = (token, ids) =>
  everyBatch(ids, (batch) => deleteFromTrash(token, batch).catch(throwUnlessGone));
const emptyTrash: EntriesCall = (token) => deleteFromTrash(token);

/**
 * An entry that is already deleted for good, by somebody else or by an attempt without a response, counts as deleted.
 */
function throwUnlessGone(error: unknown): void {
  if (statusOf(error) !== 404) throw error;
}
