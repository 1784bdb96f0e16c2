import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Permission } from '#contract/permissions.ts';
import type { AffectedThing, MadeThings, UserRecord } from '#contract/users/schemas.ts';
import { madeWithoutRight } from '#domain/users/madeText.ts';
import { addressOrName } from '#domain/users/withoutMail.ts';
import { fetchAffected, updatePermissions } from '#src/admin/api/users.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { orReload, useAction } from '#src/admin/shell/useAction.ts';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { serverMessage } from '#src/shared/api/http.ts';
import { storedUser, storeUser } from '#src/shared/session/storedUser.ts';

interface Edit {
  /** The user's record when the edit began. Its `updatedAt` is sent, so that the server overwrites no newer record. */
  of: UserRecord;
  permissions: Permission[];
  /** Null: all. Ignored while the permissions have `admin`, with which a person sees all. */
  albumIds: string[] | null;
}

/** The admin's answers to the questions before saving. */
interface Answers {
  /** Whether things end too that the person made and may no longer make. */
  endMade?: boolean;
  /** Whether the admin has read which things the list of albums affects. */
  knowsAffected?: boolean;
}

/** A question to an admin before saving. */
export type Question = { name: string; answers: Answers } & (
  | { about: 'made'; left: MadeThings }
  | { about: 'albums'; affected: AffectedThing[] }
);

export interface Editing {
  edit: Edit | undefined;
  asking: Question | undefined;
  busy: boolean;
  /** Why saving failed. */
  failure: string | undefined;
  start: (user: UserRecord) => void;
  toggle: (permission: Permission) => void;
  chooseAlbums: (albumIds: string[] | null) => void;
  cancel: () => void;
  /** Asks first where something of the person is affected and there is no answer yet. */
  save: (answers?: Answers) => Promise<void>;
  closeQuestion: () => void;
}

/** Editing what one person at a time may do and see: starting on another row discards the current edit. */
export function useEditing(users: AdminResource<UserRecord[]>): Editing {
  const [edit, setEdit] = useState<Edit>();
  const [asking, setAsking] = useState<Question>();
  const { busy, failure, setFailure, run } = useAction();
  const router = useRouter();

  const begin = (next: Edit | undefined) => {
    setEdit(next);
    setFailure(undefined);
  };

  const save = async (answers: Answers = {}) => {
    if (!edit || busy) return;
    const act = async () => {
      const question = await questionBefore(edit, answers);
      setAsking(question);
      if (question) return;
      const saved = await store(edit, answers);
      if (keepOwnPermissions(saved)) await router.invalidate();
      // Reload the list before leaving the edit: otherwise the old checkboxes would show for a moment.
      await users.reload();
      setEdit(undefined);
    };
    setAsking(undefined);
    await run(
      () => orReload(users, act),
      (error) => serverMessage(error) ?? 'The server cannot be reached. Nothing was changed.',
    );
  };

  return {
    // A reload that brings a newer record ends the edit; `failure` says why.
    edit: edit && isCurrent(edit.of, users.data) ? edit : undefined,
    asking,
    busy,
    failure,
    start: (user) => {
      if (!busy) begin({ of: user, permissions: user.permissions, albumIds: user.albumIds });
    },
    toggle: (permission) => setEdit((before) => before && { ...before, permissions: toggled(before, permission) }),
    chooseAlbums: (albumIds) => setEdit((before) => before && { ...before, albumIds }),
    cancel: () => begin(undefined),
    save,
    closeQuestion: () => setAsking(undefined),
  };
}

async function questionBefore(edit: Edit, answers: Answers): Promise<Question | undefined> {
  const { of: user, permissions } = edit;
  const name = addressOrName(user);
  const left =
    answers.endMade === undefined && isRestricted(edit) ? madeWithoutRight(user.made, permissions) : undefined;
  if (left) return { about: 'made', name, answers, left };
  const albumIds = listOf(edit);
  if (answers.knowsAffected || albumIds === null || isSameList(albumIds, user.albumIds)) return undefined;
  const affected = await adminCall((token) => fetchAffected(token, user.id, albumIds));
  return affected.length > 0 ? { about: 'albums', name, answers, affected } : undefined;
}

/**
 * Saves the permissions and the list by one call: between two the person would have one without the other, and an admin
 * who gives up `admin` may not make the second.
 */
function store(edit: Edit, { endMade }: Answers): Promise<UserRecord> {
  const { of: user, permissions } = edit;
  const albumIds = listOf(edit);
  const list = isSameList(albumIds, user.albumIds) ? {} : { albumIds };
  const payload = { permissions, ...list, expectedUpdatedAt: user.updatedAt, ...(endMade && { endMade }) };
  return adminCall((token) => updatePermissions(token, { userId: user.id, payload }));
}

function listOf({ permissions, albumIds }: Edit): string[] | null {
  return permissions.includes('admin') ? null : albumIds;
}

function isSameList(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((id) => other.includes(id));
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
