import { useState } from 'react';
import { copyText } from './copyText.ts';
import { isOwnMachine } from '#domain/addresses/reachableOrigin.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { QrCode } from '#src/shared/ui/qrCode/QrCode.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import styles from './ShownLink.module.css';

interface Props {
  url: string;
  /** The purpose of the link and its term. */
  children: string;
  /** The advice to use the server's address in the network, if the link leads to the machine that shows it. */
  remedy: string;
}

/** A link that can be shown only now, to be scanned, copied or typed. */
export function ShownLink({ url, children, remedy }: Props) {
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => setCopied(await copyText(url));
  return (
    <Stack gap={2}>
      {isOwnMachine(url) && (
        <Message kind="error">
          <p>
            No other device can open this link: on each device, {new URL(url).hostname} means that device. Open this
            page at the server’s address in your network and {remedy} there.
          </p>
        </Message>
      )}
      <p>{children}</p>
      <QrCode text={url} label="The link as a QR code" className={styles.code} />
      <div className={styles.text}>
        <input
          className={styles.url}
          aria-label="Link"
          readOnly
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={() => void copy()}>{copied ? 'Copied' : 'Copy'}</Button>
      </div>
      {copied === false && (
        <Note as="output" size="xs" className={styles.failure}>
          Please select the link and copy it.
        </Note>
      )}
    </Stack>
  );
}

/** The link as the last step of the dialog that made it. */
export function MadeLink({ onDone, ...link }: Props & { onDone: () => void }) {
  return (
    <Stack>
      <ShownLink {...link} />
      <DialogActions>
        <Button variant="primary" data-autofocus="" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </Stack>
  );
}
