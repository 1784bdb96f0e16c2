import { fetchPasskeys } from '#src/admin/api/passkeys.ts';
import { originWithPasskeys, passkeyObstacle } from '#src/shared/device/passkeys.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { GoOnByName } from '#src/admin/account/AccountHead.tsx';
import { useNewPasskey } from './useNewPasskey.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import styles from './PasskeyOffer.module.css';

/** Offers a passkey to the owner, since the set-up link is used up. */
export function PasskeyOffer() {
  const { data: passkeys, reload } = useAdminResource(fetchPasskeys);
  const making = useNewPasskey(reload);
  const obstacle = passkeyObstacle();
  const has = (passkeys?.length ?? 0) > 0;
  return (
    <section className={styles.offer} data-state={has ? 'done' : 'open'} aria-labelledby="passkey-offer">
      <Stack gap={2} className={styles.words}>
        <Heading level={2} id="passkey-offer">
          {has ? '✓ You can come back with your passkey' : 'To sign in again later'}
        </Heading>
        {!has && obstacle === undefined && (
          <p>Make a passkey: from then on you sign in by the finger, face or PIN of this device, without a password.</p>
        )}
        {!has && obstacle !== undefined && (originWithPasskeys() ? <GoOnByName /> : <NoPasskey obstacle={obstacle} />)}
        {making.failure && <Message kind="error">{making.failure}</Message>}
      </Stack>
      {passkeys && !has && obstacle === undefined && (
        <Button variant="primary" disabled={making.busy} onClick={() => void making.make()}>
          Make a passkey
        </Button>
      )}
    </section>
  );
}

function NoPasskey({ obstacle }: { obstacle: string }) {
  const email = useStoredUser()?.email ?? 'EMAIL';
  return (
    <>
      <p>{obstacle}</p>
      <p>
        Until then a new link lets you in again, made where the server runs:{' '}
        <Text as="code" size="s" className={styles.command}>
          npm run cli -- user sign-in-link {email}
        </Text>
      </p>
    </>
  );
}
