import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useInstall } from '#src/shared/device/installPrompt.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { lazyPart } from '#src/shared/ui/lazyPart.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import { HomeView } from './HomeView.tsx';

/** Loaded after the home is painted, if there is room for it. */
const DeviceCheckPanel = lazyPart(async () => (await import('./DeviceCheckPanel.tsx')).DeviceCheckPanel);

export function KioskHomeScreen() {
  const navigate = useNavigate();
  const install = useInstall();
  const text = useTexts();
  return (
    <HomeView text={text} onReload={() => window.location.reload()} onChoose={(to) => void navigate({ to })}>
      {install && <Button onClick={install}>{text('Install on this tablet')}</Button>}
      <Suspense>
        <DeviceCheckPanel />
      </Suspense>
    </HomeView>
  );
}
