import { InstallHint } from './InstallHint.tsx';
import { DeviceCheckPanel } from './DeviceCheckPanel.tsx';

/** Below the two buttons of the kiosk home: what concerns the tablet and not the photos. */
export function KioskHomeNotes() {
  return (
    <>
      <InstallHint />
      <DeviceCheckPanel />
    </>
  );
}
