import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { serverMessage, statusOf } from '../../../api/http.ts';
import { updatePermissions } from '../../../api/users.ts';
import type { UserRecord } from '../../../contract/entities.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { storedUser, storeUser } from '../../../session/storedUser.ts';
import { adminCall } from '../frame/adminCall.ts';
import type { Load } from '../frame/useLoad.ts';

interface Edit {
  /** As it was when the edit began: the server refuses to overwrite a newer one. */
  of: UserRecord;
  permissions: Permission[];
}

export interface PermissionEditing {
  edit: Edit | undefined;
  busy: boolean;
  /** Why saving failed. */
  failure: string | undefined;
  start: (user: UserRecord) => void;
  toggle: (permission: Permission) => void;
  cancel: () => void;
  save: () => Promise<void>;
}

/** One row at a time: starting on another one drops the current edit. */
export function usePermissionEditing(users: Load<UserRecord[]>): PermissionEditing {
  const [edit, setEdit] = useState<Edit>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const router = useRouter();

  const begin = (next: Edit | undefined) => {
    setEdit(next);
    setFailure(undefined);
  };

  const save = async () => {
    if (!edit || busy) return;
    setBusy(true);
    setFailure(undefined);
    const { of: user, permissions } = edit;
    try {
      const payload = { permissions, expectedUpdatedAt: user.updatedAt };
      const saved = await adminCall((token) => updatePermissions(token, { userId: user.id, payload }));
      if (keepOwnPermissions(saved)) await router.invalidate();
      // The list first: leaving the edit before would show the old boxes for a moment.
      await users.reload();
      setEdit(undefined);
    } catch (error) {
      setFailure(serverMessage(error) ?? 'The server cannot be reached. Nothing was changed.');
      // Somebody else changed it meanwhile, perhaps: show how it is now.
      if (statusOf(error) !== undefined) await users.reload();
    } finally {
      setBusy(false);
    }
  };

  return {
    // An edit of a record that is not the one on screen any more is over; the message says why.
    edit: edit && isCurrent(edit.of, users.data) ? edit : undefined,
    busy,
    failure,
    start: (user) => begin({ of: user, permissions: user.permissions }),
    toggle: (permission) => setEdit((before) => before && { ...before, permissions: toggled(before, permission) }),
    cancel: () => begin(undefined),
    save,
  };
}

function toggled({ permissions }: Edit, permission: Permission): Permission[] {
  return permissions.includes(permission)
    ? permissions.filter((held) => held !== permission)
    : [...permissions, permission];
}

function isCurrent(edited: UserRecord, users: UserRecord[] | undefined): boolean {
  return users?.some(({ id, updatedAt }) => id === edited.id && updatedAt === edited.updatedAt) ?? true;
}

/** What the guards look at is this browser's copy, so a change of one's own permissions has to reach it. */
function keepOwnPermissions(saved: UserRecord): boolean {
  const me = storedUser();
  if (me?.userId !== saved.id) return false;
  storeUser({ ...me, permissions: saved.permissions });
  return true;
}
