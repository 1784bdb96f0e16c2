import { useState } from 'react';
import { serverMessage, statusOf } from '#src/api/http.ts';
import { endOneSession, endOtherSessions } from '#src/api/sessions.ts';
import type { SessionRecord } from '#contract/schemas/accounts.ts';
import { adminCall } from '../session/adminCall.ts';
import type { AdminResource } from '../shell/useAdminResource.ts';

export interface EndingSessions {
  busy: boolean;
  /** A sentence about the sessions that have just ended. */
  done: string | undefined;
  failure: string | undefined;
  endOne: (session: SessionRecord) => Promise<void>;
  endOthers: () => Promise<void>;
}

export function useEndingSessions(sessions: AdminResource<SessionRecord[]>): EndingSessions {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const end = async (call: (token: string) => Promise<void>, sentence: string) => {
    if (busy) return;
    setBusy(true);
    setDone(undefined);
    setFailure(undefined);
    try {
      await adminCall(call);
      await sessions.reload();
      setDone(sentence);
    } catch (error) {
      setFailure(serverMessage(error) ?? 'The server cannot be reached. No device was signed out.');
      // Perhaps the session has ended meanwhile: show the list as it is now.
      if (statusOf(error) !== undefined) await sessions.reload();
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    done,
    failure,
    endOne: ({ id, device }) => end((token) => endOneSession(token, id), `${device} is signed out.`),
    endOthers: () => end(endOtherSessions, 'All other devices are signed out.'),
  };
}
