import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { KioskBar } from '../frame/KioskBar.tsx';

interface Props {
  /** False at the address of an album that is not there: Back then leads to the top level. */
  isRoot: boolean;
  action?: ReactNode;
}

/** The bar of the photos' top level, and of an address without an album. */
export function RootBar({ isRoot, action }: Props) {
  const navigate = useNavigate();
  return isRoot ? (
    <KioskBar backLabel="< Home" title="Photos" onBack={() => void navigate({ to: '/circuit-tree' })} action={action} />
  ) : (
    <KioskBar backLabel="< Back" title="Photos" onBack={() => void navigate({ to: '/circuit-tree/photos' })} />
  );
}
