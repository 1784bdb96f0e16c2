import type { SignedInUser } from '../contract/entities.ts';
import { STORED_USER_KEY } from '../contract/limits.ts';
import { isPermission } from '../domain/access/permissions.ts';
import { isRecord, textOf } from '../domain/records.ts';

type Listener = () => void;

const listeners = new Set<Listener>();
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

function notify(): void {
  for (const listener of listeners) listener();
}

/** The signed-in user of this browser; the same object until it changes, so that React may compare it. */
export function storedUser(): SignedInUser | undefined {
  const text = localStorage.getItem(STORED_USER_KEY);
  if (text !== cachedText) {
    cachedText = text;
    cachedUser = text === null ? undefined : parseUser(text);
  }
  return cachedUser;
}

export function storeUser(user: SignedInUser): void {
  localStorage.setItem(STORED_USER_KEY, JSON.stringify(user));
  notify();
}

export function clearStoredUser(): void {
  localStorage.removeItem(STORED_USER_KEY);
  notify();
}

/** The server no longer knows this token. A newer sign-in, from another tab perhaps, is left alone. */
export function endSession(token: string): void {
  if (storedUser()?.token === token) clearStoredUser();
}

/** Hears of changes made here and in other tabs. */
export function subscribeToStoredUser(listener: Listener): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === STORED_USER_KEY) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
