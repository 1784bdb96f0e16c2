import { useMemo, useState } from 'react';
import { deleteFromTrash, fetchTrash, restoreFromTrash } from '#src/api/curation.ts';
import { statusOf } from '#src/api/http.ts';
import type { TrashEntry } from '#contract/schemas/trash.ts';
import { everyBatch } from '#domain/curation/batches.ts';
import { selectedOf } from '#domain/albums/selection.ts';
import { trashContentsText } from '#domain/curation/trash.ts';
import { withToast } from '../../shell/toasts.ts';
import { type AdminResource, useAdminResource } from '../../shell/useAdminResource.ts';
import { makeEdit, reloadAfterEdits } from '../../shell/libraryEdits.ts';
import { type SelectionControl, useSelection } from '../selection/useSelection.ts';

export interface Trash {
  load: AdminResource<TrashEntry[]>;
  /** Undefined until they are loaded. */
  entries: TrashEntry[] | undefined;
  selection: SelectionControl;
  selected: TrashEntry[];
  restore: (entries: readonly TrashEntry[]) => Promise<void>;
  deleteForGood: (entries: readonly TrashEntry[], isAll: boolean) => Promise<void>;
}

const NO_IDS: ReadonlySet<string> = new Set();
const idOf = ({ id }: TrashEntry) => id;

export function useTrash(): Trash {
  const load = useAdminResource(fetchTrash, { reloadOn: reloadAfterEdits });
  const { data } = load;
  const [leaving, setLeaving] = useState(NO_IDS);
  const entries = useMemo(() => data?.filter(({ id }) => !leaving.has(id)), [data, leaving]);
  const selection = useSelection(useMemo(() => (entries ?? []).map(idOf), [entries]));

  /** The entries go from the list at once, and come back when the call fails. */
  const take = async (taken: readonly TrashEntry[], { call, done }: { call: Call; done: string }) => {
    const ids = taken.map(idOf);
    setLeaving((others) => new Set([...others, ...ids]));
    const act = async () => {
      await makeEdit(undefined, (token) => call(token, ids));
      return done;
    };
    await withToast(act, {
      failed: (why) => `${why} Nothing was changed.`,
      again: () => void take(taken, { call, done }),
    });
    setLeaving((all) => new Set([...all].filter((id) => !ids.includes(id))));
  };

  return {
    load,
    entries,
    selection,
    selected: selectedOf(entries ?? [], selection.keys, idOf),
    restore: (taken) => take(taken, { call: restoreAll, done: `Restored ${trashContentsText(taken)}.` }),
    deleteForGood: (taken, isAll) => {
      const done = `${trashContentsText(taken)} deleted for good.`;
      return take(taken, { call: isAll ? emptyTrash : deleteAll, done });
    },
  };
}

type Call = (token: string, ids: readonly string[]) => Promise<unknown>;

const restoreAll: Call = (token, ids) => everyBatch(ids, (batch) => restoreFromTrash(token, batch));
const deleteAll: Call = (token, ids) =>
  everyBatch(ids, (batch) => deleteFromTrash(token, batch).catch(throwUnlessGone));
const emptyTrash: Call = (token) => deleteFromTrash(token);

/**
 * An entry that is already deleted for good, by somebody else or by an attempt without a response, counts as deleted.
 */
function throwUnlessGone(error: unknown): void {
  if (statusOf(error) !== 404) throw error;
}
