import { useCallback, useState } from 'react';
import { fetchAuditPage } from '#src/api/users.ts';
import { serverMessage } from '#src/api/http.ts';
import type { AuditEntry, AuditFilter, AuditPage } from '#contract/admin/audit.ts';
import { adminCall } from '../session/adminCall.ts';
import { type AdminResource, useAdminResource } from '../shell/useAdminResource.ts';

interface Older {
  /** The first page that these older pages continue. When it is loaded anew, they are dropped. */
  first: AuditPage;
  pages: AuditPage[];
}

export interface AuditPages {
  first: AdminResource<AuditPage>;
  entries: AuditEntry[];
  /** Loads the next older entries; undefined when there are none. */
  showOlder: (() => Promise<void>) | undefined;
  /** Why older entries could not be loaded. */
  failure: string | undefined;
}

/** The audit log, newest first, page by page. `filter` must stay the same object until it changes. */
export function useAuditPages(filter: AuditFilter): AuditPages {
  const first = useAdminResource(useCallback((token: string) => fetchAuditPage(token, filter), [filter]));
  const [older, setOlder] = useState<Older>();
  const [failure, setFailure] = useState<string>();
  const { data } = first;
  const pages = data ? [data, ...(older?.first === data ? older.pages : [])] : [];
  const before = pages.at(-1)?.before;

  const load = async (from: AuditPage, next: number) => {
    setFailure(undefined);
    try {
      const page = await adminCall((token) => fetchAuditPage(token, { ...filter, before: next }));
      setOlder({ first: from, pages: [...pages.slice(1), page] });
    } catch (error) {
      setFailure(serverMessage(error) ?? 'The server cannot be reached. Please try again.');
    }
  };

  return {
    first,
    entries: pages.flatMap(({ entries }) => entries),
    showOlder: data && before !== undefined ? () => load(data, before) : undefined,
    failure,
  };
}
