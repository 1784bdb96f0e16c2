import { fetchPasskeys } from '#src/admin/api/sessions.ts';
import { originWithPasskeys, passkeyObstacle } from '#src/shared/device/passkeys.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { GoOnByName } from '#src/admin/account/AccountHead.tsx';
import { useNewPasskey } from '#src/admin/passkeys/useNewPasskey.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { shapes } from '#src/shared/ui/shapes.ts';
import styles from './SetUpScreen.module.css';

/** Offers a passkey to the owner, since the set-up link is used up. */
export function PasskeyOffer() {
  const { data: passkeys, reload } = useAdminResource(fetchPasskeys);
  const making = useNewPasskey(reload);
  const obstacle = passkeyObstacle();
  const has = (passkeys?.length ?? 0) > 0;
  return (
    <section
      className={`${shapes.ends} ${styles.offer}`}
      data-state={has ? 'done' : 'open'}
      aria-labelledby="passkey-offer"
    >
      <div className={`${shapes.stack2} ${shapes.slim} ${shapes.sentence18}`}>
        <h2 id="passkey-offer" className={shapes.heading}>
          {has ? '✓ You can come back with your passkey' : 'So that you can come back'}
        </h2>
        {!has && obstacle === undefined && (
          <p>Make a passkey: from then on you sign in by the finger, face or PIN of this device, without a password.</p>
        )}
        {!has && obstacle !== undefined && (originWithPasskeys() ? <GoOnByName /> : <NoPasskey obstacle={obstacle} />)}
        {making.failure && <Message kind="error">{making.failure}</Message>}
      </div>
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
        <code className={`${shapes.words} ${shapes.mono} ${shapes.fine}`}>
          npm run cli -- user sign-in-link {email}
        </code>
      </p>
    </>
  );
}
