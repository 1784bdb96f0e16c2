import { Link } from '@tanstack/react-router';
import { isReachable, moveSession } from '#src/admin/api/sessions.ts';
import { originWithPasskeys } from '#src/shared/device/passkeys.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { useAction } from '#src/admin/shell/useAction.ts';
import { accountTabs } from './slots.ts';
import tabsStyles from './AccountTabs.module.css';
import styles from './SessionsScreen.module.css';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

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
    <Stack align="start" className={styles.byName}>
      <p>
        This page is at the server’s bare address, where browsers make no passkeys. Under its name you stay signed in.
      </p>
      <Button variant="primary" disabled={busy} onClick={() => void run(goOn)}>
        Go on at {origin}
      </Button>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
    </Stack>
  );
}

function notFound(origin: string): string {
  return `This device does not find ${new URL(origin).hostname}, as some devices find no names within a home. Everything except passkeys works here too.`;
}

/** Tabs for the pages about the person's own account, because the header of a phone has room for only one link. */
export function AccountTabs() {
  return (
    <Row as="nav" gap={5} lineGap={0} align="stretch" aria-label="My devices" className={tabsStyles.tabs}>
      <Link to="/admin/sessions" className={tabsStyles.tab}>
        Signed in
      </Link>
      <Filled slot={accountTabs} className={tabsStyles.tab} />
    </Row>
  );
}
