import { useSyncExternalStore } from 'react';
import type { SignedInUser } from '../contract/entities.ts';
import { storedUser, subscribeToStoredUser } from './storedUser.ts';

export function useStoredUser(): SignedInUser | undefined {
  return useSyncExternalStore(subscribeToStoredUser, storedUser);
}
