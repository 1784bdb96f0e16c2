import { useState } from 'react';
import { copyText } from '../../../../device/copyText.ts';
import { isOwnMachine } from '../../../../domain/tabletCare/linkReach.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Message } from '../../../../ui/Message.tsx';
import { QrCode } from '../../../../ui/qrCode/QrCode.tsx';
import styles from './KeyLink.module.css';

/** A tablet's link with its key, to be scanned, copied or typed. It can be shown only now. */
export function KeyLink({ url }: { url: string }) {
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => setCopied(await copyText(url));
  return (
    <div className={styles.link}>
      {isOwnMachine(url) && (
        <Message kind="error">
          <p>
            No tablet can open this link: {new URL(url).host} is every device itself. Open this page at the server’s
            address in your network and add the tablet there.
          </p>
        </Message>
      )}
      <p>Scan this with the tablet, or open the link on it. The link holds the key and is shown only now.</p>
      <QrCode text={url} label="The link as a QR code" className={styles.code} />
      <div className={styles.text}>
        <input
          className={styles.field}
          aria-label="Link"
          readOnly
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={() => void copy()}>{copied ? 'Copied' : 'Copy'}</Button>
      </div>
      {copied === false && <output className={styles.copied}>Please select the link and copy it.</output>}
    </div>
  );
}
