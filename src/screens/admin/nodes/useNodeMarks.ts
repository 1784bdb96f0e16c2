import { useMemo } from 'react';
import { fetchNodeMarks } from '#src/api/nodes.ts';
import { markText } from '#domain/nodes/markText.ts';
import { useAdminResource } from '../shell/useAdminResource.ts';

const REFRESH_MS = 10_000;

/** The words beside the status of nodes that are muted or acknowledged. */
export function useNodeMarks(): ReadonlyMap<string, string> {
  const { data } = useAdminResource(fetchNodeMarks, { refreshMs: REFRESH_MS });
  return useMemo(() => {
    const marks = new Map<string, string>();
    for (const mark of data ?? []) {
      const text = markText(mark);
      if (text !== undefined) marks.set(mark.nodeId, text);
    }
    return marks;
  }, [data]);
}
