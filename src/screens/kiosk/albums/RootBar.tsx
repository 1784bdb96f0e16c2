import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '#src/tablet/texts.ts';
import { KioskBar } from '../bars/KioskBar.tsx';

interface Props {
  /** False at the address of an album that is not there: Back then leads to the top level. */
  isRoot: boolean;
  action?: ReactNode;
}

/** The bar of the photos' top level, and of an address without an album. */
export function RootBar({ isRoot, action }: Props) {
  const navigate = useNavigate();
  const text = useTexts();
  return isRoot ? (
    <KioskBar
      backLabel="< Home"
      title={text('Photos')}
      onBack={() => void navigate({ to: '/circuit-tree' })}
      action={action}
    />
  ) : (
    <KioskBar backLabel="< Back" title={text('Photos')} onBack={() => void navigate({ to: '/circuit-tree/photos' })} />
  );
}
