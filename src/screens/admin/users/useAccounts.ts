import { useState } from 'react';
import { blockUser, deleteUser, renameUser } from '#src/api/users.ts';
import { addressOrName } from '#domain/access/withoutMail.ts';
import type { BlockPayload, RenamePayload, UserRecord } from '#contract/schemas/accounts.ts';
import { storedUser, storeUser } from '#src/session/storedUser.ts';
import { adminCall } from '../session/adminCall.ts';
import { failureText } from '../shell/failureText.ts';
import type { AdminResource } from '../shell/useAdminResource.ts';
import { useAction } from '../shell/useAction.ts';

interface AccountAct {
  kind: 'block' | 'delete' | 'rename';
  user: UserRecord;
}

/** Acts on whole accounts: each is asked about in a dialog before, except for the end of a block. */
export interface Accounts {
  /** The act that the open dialog is about. */
  asking: AccountAct | undefined;
  /** Why the last act failed. */
  failure: string | undefined;
  ask: (act: AccountAct | undefined) => void;
  block: (user: UserRecord, change: BlockPayload) => void;
  remove: (user: UserRecord, endMade: boolean) => void;
  rename: (user: UserRecord, payload: RenamePayload) => void;
}

export function useAccounts(users: AdminResource<UserRecord[]>): Accounts {
  const [asking, setAsking] = useState<AccountAct>();
  const { failure, setFailure, run } = useAction();

  const ask = (act: AccountAct | undefined) => {
    setFailure(undefined);
    setAsking(act);
  };
  const end = (user: UserRecord, what: string, act: (token: string) => Promise<unknown>) => {
    setAsking(undefined);
    void run(
      async () => {
        await adminCall(act);
        await users.reload();
      },
      (error) => `${addressOrName(user)} was not ${what}. ${failureText(error)}`,
    );
  };

  return {
    asking,
    failure,
    ask,
    block: (user, change) =>
      end(user, change.blocked ? 'blocked' : 'unblocked', (token) => blockUser(token, { userId: user.id, ...change })),
    remove: (user, endMade) => end(user, 'deleted', (token) => deleteUser(token, user.id, endMade)),
    rename: (user, payload) =>
      void run(async () => {
        const { id, firstName, lastName, email } = await adminCall((token) => renameUser(token, user.id, payload));
        const me = storedUser();
        if (me?.userId === id) storeUser({ ...me, firstName, lastName, email });
        await users.reload();
        setAsking(undefined);
      }),
  };
}
