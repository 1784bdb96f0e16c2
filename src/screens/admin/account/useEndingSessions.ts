import { useState } from 'react';
import { serverMessage } from '#src/api/http.ts';
import { endOneSession, endOtherSessions } from '#src/api/sessions.ts';
import type { SessionRecord } from '#contract/schemas/accounts.ts';
import { adminCall } from '../session/adminCall.ts';
import { orReload, useAction } from '../shell/useAction.ts';
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
  const { busy, failure, run } = useAction();
  const [done, setDone] = useState<string>();

  const end = (call: (token: string) => Promise<void>, sentence: string) =>
    run(
      async () => {
        setDone(undefined);
        await orReload(sessions, () => adminCall(call));
        await sessions.reload();
        setDone(sentence);
      },
      (error) => serverMessage(error) ?? 'The server cannot be reached. No device was signed out.',
    );

  return {
    busy,
    done,
    failure,
    endOne: ({ id, device }) => end((token) => endOneSession(token, id), `${device} is signed out.`),
    endOthers: () => end(endOtherSessions, 'All other devices are signed out.'),
  };
}
