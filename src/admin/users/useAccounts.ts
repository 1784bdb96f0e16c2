import { useState } from 'react';
import { blockUser, deleteUser, changeAccount } from '#src/admin/api/users.ts';
import { addressOrName } from '#domain/users/withoutMail.ts';
import type { AccountChanges, BlockPayload, UserRecord } from '#contract/users/schemas.ts';
import { storedUser, storeUser } from '#src/shared/session/storedUser.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { failureText, useAction } from '#src/admin/shell/useAction.ts';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';

interface AccountAct {
  kind: 'block' | 'delete' | 'rename';
  user: UserRecord;
}

/** Actions on whole accounts: a dialog asks before each, except for the end of a block. */
export interface Accounts {
  /** The action in the open dialog. */
  asking: AccountAct | undefined;
  /** Why the last act failed. */
  failure: string | undefined;
  ask: (act: AccountAct | undefined) => void;
  block: (user: UserRecord, change: BlockPayload) => void;
  remove: (user: UserRecord, endMade: boolean) => void;
  rename: (user: UserRecord, payload: AccountChanges) => void;
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
        const { id, firstName, lastName, email } = await adminCall((token) => changeAccount(token, user.id, payload));
        const me = storedUser();
        if (me?.userId === id) storeUser({ ...me, firstName, lastName, email });
        await users.reload();
        setAsking(undefined);
      }),
  };
}
