import { useNavigate } from '@tanstack/react-router';
import { useInstall } from '../../../device/installPrompt.ts';
import { Button } from '../../../ui/Button.tsx';
import { DeviceCheckPanel } from './DeviceCheckPanel.tsx';
import { HomeView } from './HomeView.tsx';

export function KioskHomeScreen() {
  const navigate = useNavigate();
  const install = useInstall();
  return (
    <HomeView onReload={() => window.location.reload()} onChoose={(to) => void navigate({ to })}>
      {install && <Button onClick={install}>Install on this tablet</Button>}
      <DeviceCheckPanel />
    </HomeView>
  );
}
