import { InstallHint } from './InstallHint.tsx';
import { SelfCheckPanel } from './SelfCheckPanel.tsx';

/** Below the two buttons of the kiosk home: what concerns the tablet and not the photos. */
export function KioskHomeNotes() {
  return (
    <>
      <InstallHint />
      <SelfCheckPanel />
    </>
  );
}
