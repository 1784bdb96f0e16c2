import { useInstall } from '../../device/installPrompt.ts';
import { Button } from '../../ui/Button.tsx';

/** Shown while the browser would put the game on the home screen, as an app of its own. */
export function InstallButton() {
  const install = useInstall();
  if (!install) return null;
  return (
    <Button variant="quiet" onClick={install}>
      Install
    </Button>
  );
}
