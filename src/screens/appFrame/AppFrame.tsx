import { Outlet } from '@tanstack/react-router';
import { AppNotes } from './AppNotes.tsx';
import { useRefusedKey } from './useRefusedKey.ts';

/** Around every screen: what the app as a whole has to say. */
export function AppFrame() {
  useRefusedKey();
  return (
    <>
      <Outlet />
      <AppNotes />
    </>
  );
}
