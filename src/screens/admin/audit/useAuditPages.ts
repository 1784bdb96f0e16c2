import { useCallback, useState } from 'react';
import { fetchAuditPage } from '#src/api/users.ts';
import { serverMessage } from '#src/api/http.ts';
import type { AuditFilter, AuditPage } from '#contract/schemas/audit.ts';
import { adminCall } from '../session/adminCall.ts';
import { type AdminResource, useAdminResource } from '../shell/useAdminResource.ts';

interface AuditPages {
  /** The first page, joined with the older ones that were loaded; when it is loaded anew, those are dropped. */
  pages: AdminResource<AuditPage>;
  /** Loads the next older entries; undefined when there are none. */
  showOlder: (() => Promise<void>) | undefined;
  /** Why older entries could not be loaded. */
  failure: string | undefined;
}

/** The audit log, newest first, page by page. `filter` must stay the same object until it changes. */
export function useAuditPages(filter: AuditFilter): AuditPages {
  const pages = useAdminResource(useCallback((token: string) => fetchAuditPage(token, filter), [filter]));
  const [failure, setFailure] = useState<string>();

  const load = async (before: number) => {
    setFailure(undefined);
    try {
      const older = await adminCall((token) => fetchAuditPage(token, { ...filter, before }));
      pages.change((shown) =>
        shown.before === before
          ? { ...older, entries: [...shown.entries, ...older.entries], waiting: shown.waiting }
          : shown,
      );
    } catch (error) {
      setFailure(serverMessage(error) ?? 'The server cannot be reached. Please try again.');
    }
  };

  const before = pages.data?.before;
  return { pages, showOlder: before === undefined ? undefined : () => load(before), failure };
}
