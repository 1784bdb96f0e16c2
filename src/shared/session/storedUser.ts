import type { NewSession, SignedInUser } from '#contract/users/schemas.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { isPermission } from '#domain/access/permissions.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { createObservable, useObservable } from '#src/shared/state/observable.ts';

/** The user in the last notification of subscribers. The stored user may differ, because other tabs can change it. */
const announced = createObservable<SignedInUser | undefined>(undefined);
let cachedText: string | null = null;
let cachedUser: SignedInUser | undefined;

function parseUser(text: string): SignedInUser | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || textOf(value, 'token') === '' || !Array.isArray(value.permissions)) return undefined;
    return {
      userId: textOf(value, 'userId'),
      firstName: textOf(value, 'firstName'),
      lastName: textOf(value, 'lastName'),
      email: textOf(value, 'email'),
      permissions: value.permissions.filter(isPermission),
      token: textOf(value, 'token'),
    };
  } catch {
    return undefined;
  }
}

function announce(): void {
  announced.set(storedUser());
}

/** The signed-in user of this browser. Returns the same object until the user changes, so that React can compare it. */
export function storedUser(): SignedInUser | undefined {
  const text = localStorage.getItem(LOCAL_STORAGE.user);
  if (text !== cachedText) {
    cachedText = text;
    cachedUser = text === null ? undefined : parseUser(text);
  }
  return cachedUser;
}

export function useStoredUser(): SignedInUser | undefined {
  return useObservable({ get: storedUser, subscribe: subscribeToStoredUser });
}

export function storeUser(user: SignedInUser): void {
  localStorage.setItem(LOCAL_STORAGE.user, JSON.stringify(user));
  announce();
}

/** Stores the user of a new session, and separately the installation that opened it. */
export function storeSession({ installation, ...user }: NewSession): void {
  if (installation === undefined) localStorage.removeItem(LOCAL_STORAGE.signedInAt);
  else localStorage.setItem(LOCAL_STORAGE.signedInAt, installation);
  storeUser(user);
}

/** The id of the installation that opened the session; undefined for a session of an earlier release. */
export function signedInAt(): string | undefined {
  return localStorage.getItem(LOCAL_STORAGE.signedInAt) ?? undefined;
}

export function clearStoredUser(): void {
  localStorage.removeItem(LOCAL_STORAGE.signedInAt);
  localStorage.removeItem(LOCAL_STORAGE.user);
  announce();
}

/** Called when the server no longer accepts this token. A newer sign-in, from another tab perhaps, is not ended. */
export function endSession(token: string): void {
  if (storedUser()?.token === token) clearStoredUser();
}

/** Calls the listener after changes made in this tab and in others. */
export function subscribeToStoredUser(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === LOCAL_STORAGE.user) announce();
  };
  announce();
  const unsubscribe = announced.subscribe(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
  };
}
