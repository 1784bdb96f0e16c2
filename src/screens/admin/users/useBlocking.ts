import { useState } from 'react';
import { serverMessage } from '#src/api/http.ts';
import { blockUser } from '#src/api/users.ts';
import { addressOrName } from '#domain/access/withoutMail.ts';
import type { BlockPayload, UserRecord } from '#contract/schemas/accounts.ts';
import { adminCall } from '../session/adminCall.ts';
import type { AdminResource } from '../shell/useAdminResource.ts';

export interface Blocking {
  /** The user whom the open dialog asks about. */
  asking: UserRecord | undefined;
  failure: string | undefined;
  ask: (user: UserRecord) => void;
  cancel: () => void;
  set: (user: UserRecord, change: BlockPayload) => Promise<void>;
}

export function useBlocking(users: AdminResource<UserRecord[]>): Blocking {
  const [asking, setAsking] = useState<UserRecord>();
  const [failure, setFailure] = useState<string>();

  const set = async (user: UserRecord, change: BlockPayload) => {
    setAsking(undefined);
    setFailure(undefined);
    try {
      await adminCall((token) => blockUser(token, { userId: user.id, ...change }));
      await users.reload();
    } catch (error) {
      const what = `${addressOrName(user)} was not ${change.blocked ? 'blocked' : 'unblocked'}`;
      setFailure(`${what}. ${serverMessage(error) ?? 'The server cannot be reached'}.`);
    }
  };

  return { asking, failure, ask: setAsking, cancel: () => setAsking(undefined), set };
}
