import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SignedInUser } from '#contract/users/schemas.ts';
import {
  clearStoredUser,
  endSession,
  storedUser,
  storeUser,
  subscribeToStoredUser,
} from '#src/shared/session/storedUser.ts';

const ANN: SignedInUser = {
  userId: '1',
  firstName: 'Ann',
  lastName: 'Arbor',
  email: 'ann@tree.example',
  permissions: ['photos:read'],
  token: 't1',
};
const BOB: SignedInUser = { ...ANN, userId: '2', firstName: 'Bob', token: 't2' };

/** The effect of another tab: this tab gets the event and not the call. */
function inAnotherTab(key: string | null, value: string | null): void {
  if (key !== null && value !== null) localStorage.setItem(key, value);
  else localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

beforeEach(() => {
  clearStoredUser();
});

describe('the stored user', () => {
  test('is the same object until it changes', () => {
    expect(storedUser()).toBeUndefined();
    storeUser(ANN);
    expect(storedUser()).toEqual(ANN);
    expect(storedUser()).toBe(storedUser());
    storeUser(BOB);
    expect(storedUser()).toEqual(BOB);
  });

  test('is nobody when what is stored is no user', () => {
    for (const text of ['', 'null', '{}', '[]', '{"token":"t"}', '{"token":"","permissions":[]}', '{']) {
      localStorage.setItem('user', text);
      expect(storedUser(), text).toBeUndefined();
    }
  });

  test('has the permissions that exist only', () => {
    localStorage.setItem('user', JSON.stringify({ ...ANN, permissions: ['admin', 'root', 5] }));
    expect(storedUser()?.permissions).toEqual(['admin']);
  });
});

describe('an ended session', () => {
  test('signs its own user out', () => {
    storeUser(ANN);
    endSession(ANN.token);
    expect(storedUser()).toBeUndefined();
    expect(localStorage.getItem('user')).toBeNull();
  });

  test('leaves a newer sign-in alone', () => {
    storeUser(BOB);
    endSession(ANN.token);
    expect(storedUser()).toEqual(BOB);
  });
});

describe('a subscriber', () => {
  test('is told of changes here and in other tabs until it unsubscribes', () => {
    const seen: (string | undefined)[] = [];
    const unsubscribe = subscribeToStoredUser(() => seen.push(storedUser()?.firstName));
    storeUser(ANN);
    inAnotherTab('user', JSON.stringify(BOB));
    inAnotherTab('something else', 'x');
    inAnotherTab(null, null);
    storeUser(ANN);
    clearStoredUser();
    expect(seen).toEqual(['Ann', 'Bob', undefined, 'Ann', undefined]);
    unsubscribe();
    storeUser(BOB);
    expect(seen).toHaveLength(5);
  });

  test('is told of the sign-out of a user who was stored before the page came', () => {
    localStorage.setItem('user', JSON.stringify(ANN));
    const told = vi.fn();
    const unsubscribe = subscribeToStoredUser(told);
    clearStoredUser();
    expect(told).toHaveBeenCalledOnce();
    unsubscribe();
  });
});
