import { useRef, useState } from 'react';
import { PASSKEY_NAME_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { fetchPasskeys, removePasskey, renamePasskey } from '#src/admin/api/passkeys.ts';
import type { PasskeyRecord } from '#contract/passkeys/schemas.ts';
import { originWithPasskeys, passkeyObstacle } from '#src/shared/device/passkeys.ts';
import { whenText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { environment } from '#src/environment.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { FormDialog, QuestionDialog } from '#src/admin/shell/dialogs.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAction } from '#src/admin/shell/useAction.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { AccountTabs, GoOnByName } from '#src/admin/account/AccountHead.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { Card, CardRow } from '#src/shared/ui/layout/Card.tsx';
import styles from '#src/admin/account/SessionsScreen.module.css';
import { useNewPasskey } from './useNewPasskey.ts';
import { AdminTitle } from '#src/admin/shell/Section.tsx';

type Asked = { what: 'rename' | 'remove'; passkey: PasskeyRecord };

/** The signed-in person's own passkeys. */
export function PasskeysScreen() {
  const passkeys = useAdminResource(fetchPasskeys);
  const making = useNewPasskey(passkeys.reload);
  const [asked, setAsked] = useState<Asked>();
  const heading = useRef<HTMLHeadingElement>(null);
  const obstacle = passkeyObstacle();
  const close = () => setAsked(undefined);
  const afterChange = async () => {
    close();
    await passkeys.reload();
    // The button that was pressed may have disappeared with its passkey.
    heading.current?.focus();
  };

  return (
    <>
      <AdminTitle>Passkeys</AdminTitle>
      <AccountTabs />
      <Row gap={3} justify="between" className={styles.head}>
        <Heading level={1} ref={heading} tabIndex={-1} className={styles.title}>
          Your Passkeys
        </Heading>
        {obstacle === undefined && (
          <Button variant="primary" disabled={making.busy} onClick={() => void making.make()}>
            + Make a Passkey
          </Button>
        )}
      </Row>
      <LoadFailureMessage text="Failed to load your passkeys" load={passkeys} />
      {making.failure && <Message kind="error">{making.failure}</Message>}
      {making.made && <Message kind="success">The passkey “{making.made.name}” is ready.</Message>}
      {obstacle !== undefined && (originWithPasskeys() ? <GoOnByName /> : <Message kind="info">{obstacle}</Message>)}
      {!passkeys.data && !passkeys.failure && <Note>Loading passkeys...</Note>}
      {passkeys.data?.length === 0 && <p className={styles.none}>You have no passkey yet.</p>}
      {passkeys.data && passkeys.data.length > 0 && (
        <Card as="ul" aria-label="Passkeys">
          {passkeys.data.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onAsk={(what) => setAsked({ what, passkey })} />
          ))}
        </Card>
      )}
      {passkeys.hasSettled && (
        <Note>
          With a passkey you sign in by finger, face or PIN of your device. It works only at the name it was made for,
          and changes nothing about what you may do. Make one on each of your devices.
        </Note>
      )}
      {passkeys.hasSettled && !environment().production && (
        <Note>The start page of this development server offers only the dev sign-ins.</Note>
      )}
      {asked?.what === 'rename' && (
        <RenamePasskeyDialog passkey={asked.passkey} onDone={() => void afterChange()} onClose={close} />
      )}
      {asked?.what === 'remove' && (
        <RemovePasskeyDialog passkey={asked.passkey} onDone={() => void afterChange()} onClose={close} />
      )}
    </>
  );
}

function PasskeyItem({ passkey, onAsk }: { passkey: PasskeyRecord; onAsk: (what: Asked['what']) => void }) {
  const { name, host, createdAt, lastUsedAt } = passkey;
  const isForElsewhere = host !== window.location.hostname;
  return (
    <CardRow>
      <div>
        <Text strong dir="auto">
          {name}
        </Text>
        <Note size="xs">
          Made <time dateTime={createdAt}>{whenText(createdAt, reader())}</time>
          {isForElsewhere && `, for ${host} only`}
        </Note>
        <Note size="xs">
          {lastUsedAt === null ? (
            'Not used yet'
          ) : (
            <>
              Last used <time dateTime={lastUsedAt}>{whenText(lastUsedAt, reader())}</time>
            </>
          )}
        </Note>
      </div>
      <Row align="stretch" justify="end" className={styles.actions}>
        <Button size="s" aria-label={`Rename ${name}`} onClick={() => onAsk('rename')}>
          Rename
        </Button>
        <Button size="s" aria-label={`Remove ${name}`} onClick={() => onAsk('remove')}>
          Remove
        </Button>
      </Row>
    </CardRow>
  );
}

interface Props {
  passkey: PasskeyRecord;
  onDone: () => void;
  onClose: () => void;
}

function RenamePasskeyDialog({ passkey, onDone, onClose }: Props) {
  const [name, setName] = useState(passkey.name);
  const request = useAction();
  const typed = name.trim();
  const rename = async () => {
    await adminCall((token) => renamePasskey(token, { id: passkey.id, name: typed }));
    onDone();
  };
  return (
    <FormDialog
      title="Rename the passkey"
      busy={request.busy}
      disabled={typed === '' || typed === passkey.name}
      failure={request.failure}
      onSave={() => void request.run(rename)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        data-autofocus=""
        maxLength={PASSKEY_NAME_MAX_CHARACTERS}
        value={name}
        onChange={(event) => setName(event.target.value)}
        hint="Such as the device it is on."
      />
    </FormDialog>
  );
}

function RemovePasskeyDialog({ passkey, onDone, onClose }: Props) {
  const request = useAction();
  const remove = async () => {
    await adminCall((token) => removePasskey(token, passkey.id));
    onDone();
  };
  return (
    <QuestionDialog
      title={`Remove “${passkey.name}”?`}
      action="Remove"
      busy={request.busy}
      failure={request.failure}
      onConfirm={() => void request.run(remove)}
      onClose={onClose}
    >
      <p>
        Nobody can sign in with it any more; open sessions stay open. Your device may still offer it: delete it there
        too, among its passwords.
      </p>
    </QuestionDialog>
  );
}
