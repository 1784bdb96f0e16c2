import { useRef, useState } from 'react';
import { changeTablet } from '#src/api/tablets.ts';
import type { Tablet, TabletChanges } from '#contract/schemas/tablets.ts';
import { joinedChanges, withChanges } from '#domain/tabletAdmin/tabletChanges.ts';
import { adminCall } from '../../session/adminCall.ts';
import { showToast } from '../../shell/toasts.ts';
import { failureText } from '../../shell/failureText.ts';

export interface TabletEdits {
  /** The tablet with the changes that the server has not made yet. */
  tablet: Tablet;
  change: (changes: TabletChanges) => void;
  isSaving: boolean;
}

/**
 * Shows and sends each change at once; changes made during a call are sent together after it. When the server rejects
 * one, the page shows the server's state again, and a note says why and offers to try again.
 */
export function useTabletEdits(loaded: Tablet, reload: () => Promise<void>): TabletEdits {
  const [shown, setShown] = useState<TabletChanges>();
  const waiting = useRef<TabletChanges>(undefined);
  const isSending = useRef(false);

  const send = async () => {
    isSending.current = true;
    let failed: { error: unknown; changes: TabletChanges } | undefined;
    while (waiting.current && !failed) {
      const changes: TabletChanges = waiting.current;
      waiting.current = undefined;
      try {
        await adminCall((token) => changeTablet(token, loaded.id, changes));
      } catch (error) {
        failed = { error, changes: waiting.current ? joinedChanges(changes, waiting.current) : changes };
        waiting.current = undefined;
      }
    }
    await reload();
    // Edits made during the reload stay on screen until they are sent.
    if (waiting.current && !failed) return send();
    isSending.current = false;
    waiting.current = undefined;
    setShown(undefined);
    if (failed) tellOf(failed, () => change(failed.changes));
  };

  const tellOf = ({ error }: { error: unknown }, tryAgain: () => void) => {
    showToast({
      kind: 'failed',
      text: `“${loaded.name}” was not changed. ${failureText(error)}`,
      action: { label: 'Try again', run: tryAgain },
    });
  };

  const change = (changes: TabletChanges) => {
    waiting.current = joinedChanges(waiting.current ?? {}, changes);
    setShown((before) => joinedChanges(before ?? {}, changes));
    if (!isSending.current) void send();
  };

  return { tablet: shown ? withChanges(loaded, shown) : loaded, change, isSaving: shown !== undefined };
}
