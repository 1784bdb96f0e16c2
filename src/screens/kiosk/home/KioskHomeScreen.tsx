import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useInstall } from '../../../device/installPrompt.ts';
import { Button } from '../../../ui/Button.tsx';
import { HomeView } from './HomeView.tsx';

/** Loaded after the home is painted, where there is a place for it; the home stands without it too. */
const DeviceCheckPanel = lazy(() =>
  import('./DeviceCheckPanel.tsx').then(
    (panel) => ({ default: panel.DeviceCheckPanel }),
    () => ({ default: () => null }),
  ),
);

export function KioskHomeScreen() {
  const navigate = useNavigate();
  const install = useInstall();
  return (
    <HomeView onReload={() => window.location.reload()} onChoose={(to) => void navigate({ to })}>
      {install && <Button onClick={install}>Install on this tablet</Button>}
      <Suspense>
        <DeviceCheckPanel />
      </Suspense>
    </HomeView>
  );
}
