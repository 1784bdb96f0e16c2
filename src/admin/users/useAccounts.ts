import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { madeWithoutRight } from '#domain/users/madeText.ts';
import { serverMessage } from '#src/shared/api/http.ts';
import { blockUser, deleteUser, renameUser, updatePermissions } from '#src/admin/api/users.ts';
import { addressOrName } from '#domain/users/withoutMail.ts';
import type { BlockPayload, AccountChanges, UserRecord, MadeThings } from '#contract/users/schemas.ts';
import { storedUser, storeUser } from '#src/shared/session/storedUser.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { failureText, useAction, orReload } from '#src/admin/shell/useAction.ts';
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
        const { id, firstName, lastName, email } = await adminCall((token) => renameUser(token, user.id, payload));
        const me = storedUser();
        if (me?.userId === id) storeUser({ ...me, firstName, lastName, email });
        await users.reload();
        setAsking(undefined);
      }),
  };
}

interface Edit {
  /** The user's record when the edit began. Its `updatedAt` is sent, so that the server overwrites no newer record. */
  of: UserRecord;
  permissions: Permission[];
}

/** Whether things end too that the person made and may no longer make. */
export interface Question {
  name: string;
  left: MadeThings;
}

export interface PermissionEditing {
  edit: Edit | undefined;
  asking: Question | undefined;
  busy: boolean;
  /** Why saving failed. */
  failure: string | undefined;
  start: (user: UserRecord) => void;
  toggle: (permission: Permission) => void;
  cancel: () => void;
  /** Asks first; without an argument, if there is something to ask. */
  save: (endMade?: boolean) => Promise<void>;
  closeQuestion: () => void;
}

/** Editing the permissions of one row at a time: starting on another row discards the current edit. */
export function usePermissionEditing(users: AdminResource<UserRecord[]>): PermissionEditing {
  const [edit, setEdit] = useState<Edit>();
  const [asking, setAsking] = useState<Question>();
  const { busy, failure, setFailure, run } = useAction();
  const router = useRouter();

  const begin = (next: Edit | undefined) => {
    setEdit(next);
    setFailure(undefined);
  };

  const save = async (endMade?: boolean) => {
    if (!edit || busy) return;
    const { of: user, permissions } = edit;
    const left = endMade === undefined && isRestricted(edit) ? madeWithoutRight(user.made, permissions) : undefined;
    setAsking(left && { name: addressOrName(user), left });
    if (left) return;
    const store = async () => {
      const payload = { permissions, expectedUpdatedAt: user.updatedAt, ...(endMade && { endMade }) };
      const saved = await adminCall((token) => updatePermissions(token, { userId: user.id, payload }));
      if (keepOwnPermissions(saved)) await router.invalidate();
      // Reload the list before leaving the edit: otherwise the old checkboxes would show for a moment.
      await users.reload();
      setEdit(undefined);
    };
    await run(
      () => orReload(users, store),
      (error) => serverMessage(error) ?? 'The server cannot be reached. Nothing was changed.',
    );
  };

  return {
    // A reload that brings a newer record ends the edit; `failure` says why.
    edit: edit && isCurrent(edit.of, users.data) ? edit : undefined,
    asking,
    busy,
    failure,
    start: (user) => begin({ of: user, permissions: user.permissions }),
    toggle: (permission) => setEdit((before) => before && { ...before, permissions: toggled(before, permission) }),
    cancel: () => begin(undefined),
    save,
    closeQuestion: () => setAsking(undefined),
  };
}

function isRestricted({ of: user, permissions }: Edit): boolean {
  return user.permissions.some((held) => !permissions.includes(held));
}

function toggled({ permissions }: Edit, permission: Permission): Permission[] {
  return permissions.includes(permission)
    ? permissions.filter((held) => held !== permission)
    : [...permissions, permission];
}

function isCurrent(edited: UserRecord, users: UserRecord[] | undefined): boolean {
  return users?.some(({ id, updatedAt }) => id === edited.id && updatedAt === edited.updatedAt) ?? true;
}

/** Copies changed permissions of the signed-in user into the stored user, where the route guards read them. */
function keepOwnPermissions(saved: UserRecord): boolean {
  const me = storedUser();
  if (me?.userId !== saved.id) return false;
  storeUser({ ...me, permissions: saved.permissions });
  return true;
}
