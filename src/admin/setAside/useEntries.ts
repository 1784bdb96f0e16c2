import { useCallback, useMemo, useState } from 'react';
import { selectedOf } from '#domain/albums/selection.ts';
import { type SelectionControl, useSelection } from '#src/admin/photos/selection/selection.tsx';
import { makeEdit, reloadAfterEdits } from '#src/admin/shell/libraryEdits.ts';
import { withToast } from '#src/admin/shell/toasts.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';

interface Entry {
  id: string;
}

export interface Entries<T extends Entry> {
  load: AdminResource<T[]>;
  /** Undefined until they are loaded. */
  entries: T[] | undefined;
  selection: SelectionControl;
  selected: T[];
  /**
   * The entries disappear from the list at once, and come back when the call fails. `done` is shown when it succeeds.
   */
  take: (taken: readonly T[], action: { call: EntriesCall; done: string }) => Promise<void>;
}

export type EntriesCall = (token: string, ids: readonly string[]) => Promise<unknown>;

const NO_IDS: ReadonlySet<string> = new Set();
const idOf = ({ id }: Entry) => id;

/** A list of things that wait for a decision, of which some are selected. */
export function useEntries<T extends Entry>(fetch: (token: string) => Promise<T[]>): Entries<T> {
  const load = useAdminResource(fetch, { reloadOn: reloadAfterEdits });
  const { data } = load;
  const [leaving, setLeaving] = useState(NO_IDS);
  const entries = useMemo(() => data?.filter(({ id }) => !leaving.has(id)), [data, leaving]);
  const selection = useSelection(useMemo(() => (entries ?? []).map(idOf), [entries]));

  const take = useCallback<Entries<T>['take']>(async function takeAway(taken, { call, done }) {
    const ids = taken.map(idOf);
    setLeaving((others) => new Set([...others, ...ids]));
    const act = async () => {
      await makeEdit(undefined, (token) => call(token, ids));
      return done;
    };
    await withToast(act, {
      failed: (why) => `${why} Nothing was changed.`,
      again: () => void takeAway(taken, { call, done }),
    });
    setLeaving((all) => new Set([...all].filter((id) => !ids.includes(id))));
  }, []);

  return { load, entries, selection, selected: selectedOf(entries ?? [], selection.keys, idOf), take };
}
