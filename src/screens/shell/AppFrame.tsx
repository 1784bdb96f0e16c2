import { Outlet } from '@tanstack/react-router';
import { AppNotes } from './AppNotes.tsx';
import { useRevokedKey } from './useRevokedKey.ts';

/** Around every screen: what the app as a whole has to say. */
export function AppFrame() {
  useRevokedKey();
  return (
    <>
      <Outlet />
      <AppNotes />
    </>
  );
}
