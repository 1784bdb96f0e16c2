import { Link } from '@tanstack/react-router';
import { isReachable, moveSession } from '#src/admin/api/sessions.ts';
import { originWithPasskeys } from '#src/shared/device/passkeys.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { useAction } from '#src/admin/shell/useAction.ts';
import tabsStyles from './AccountTabs.module.css';
import styles from './SessionsScreen.module.css';
import { shapes } from '#src/shared/ui/shapes.ts';

/** On a page at the server's bare address: a link to its name, where passkeys can be made, without another sign-in. */
export function GoOnByName() {
  const { busy, failure, setFailure, run } = useAction();
  const origin = originWithPasskeys();
  if (origin === undefined) return null;
  const goOn = async () => {
    // A link can be used once, so it is not spent on a device that does not reach the name.
    if (!(await isReachable(origin))) return setFailure(notFound(origin));
    const link = new URL((await adminCall(moveSession)).url);
    link.searchParams.set('requestedUrl', window.location.pathname);
    window.open(link, '_self');
  };
  return (
    <div className={`${shapes.stack3} ${shapes.starts} ${styles.byName}`}>
      <p>
        This page is at the server’s bare address, where browsers make no passkeys. At its name you go on as you are.
      </p>
      <Button variant="primary" disabled={busy} onClick={() => void run(goOn)}>
        Go on at {origin}
      </Button>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
    </div>
  );
}

function notFound(origin: string): string {
  return `This device does not find ${new URL(origin).hostname}, as some find no names within a home. All but passkeys works here too.`;
}

/** Leads between the sessions and the passkeys: on a phone, the header has room for one of them. */
export function AccountTabs() {
  return (
    <nav aria-label="My devices" className={`${shapes.wrap} ${tabsStyles.tabs}`}>
      <Link to="/admin/sessions" className={`${shapes.link} ${tabsStyles.tab}`}>
        Signed in
      </Link>
      <Link to="/admin/passkeys" className={`${shapes.link} ${tabsStyles.tab}`}>
        Passkeys
      </Link>
    </nav>
  );
}
