import { useInstall } from '../../../device/installPrompt.ts';
import { Button } from '../../../ui/Button.tsx';

/** Only where the browser offers to install the app. */
export function InstallHint() {
  const install = useInstall();
  return install ? <Button onClick={install}>Install on this tablet</Button> : null;
}
