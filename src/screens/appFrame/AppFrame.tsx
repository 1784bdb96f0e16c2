import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { bootSucceeded } from '../../offline/boot.ts';
import { AppNotes } from './AppNotes.tsx';
import { useRefusedKey } from './useRefusedKey.ts';

/** Around every screen: what the app as a whole has to say. */
export function AppFrame() {
  useEffect(bootSucceeded, []);
  useRefusedKey();
  return (
    <>
      <Outlet />
      <AppNotes />
    </>
  );
}
