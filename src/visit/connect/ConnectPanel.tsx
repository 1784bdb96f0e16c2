import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { reachableOrigin } from '#domain/addresses/reachableOrigin.ts';
import { environment } from '#src/environment.ts';
import { passkeyObstacle } from '#src/shared/device/passkeys.ts';
import { keepScreenOn } from '#src/shared/device/wakeLock.ts';
import { spacedCode } from '#domain/tablets/pairingCode.ts';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { useObservable } from '#src/shared/state/observable.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { QrCode } from '#src/shared/ui/qrCode/QrCode.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import styles from './ConnectPanel.module.css';
import { ScreenPairing } from './screenPairing.ts';

const HOW: KioskText =
  'On a computer or phone, open Circuit Tree, Tablets, Add, and type these letters. Or point a phone’s camera at the code.';
const HOW_AGAIN: KioskText =
  'On a computer or phone, open Circuit Tree, Tablets, this tablet, Connect again, and type these letters. To add it as a new one, point a phone’s camera at the code.';

interface Props {
  title: string;
  /** Whether this screen was a tablet until its key ended. */
  isAgain: boolean;
  /** Translates a text into the browser's language. */
  says: (english: string) => string;
}

/** The way from the landing; a button where this browser has no way to sign in, so that nobody looks for one. */
export function ConnectLink({ className }: { className: string | undefined }) {
  const { production, appleClientId } = environment();
  const canSignIn = !production || appleClientId !== '' || passkeyObstacle() === undefined;
  const way = { to: '/', search: { connect: 'new' } } as const;
  const text: KioskText = 'Connect this screen';
  return canSignIn ? (
    <Link {...way} className={className}>
      {text}
    </Link>
  ) : (
    <LinkButton {...way} size="l">
      {text}
    </LinkButton>
  );
}

/** Shows the code with which an admin makes this screen a tablet, and afterwards the wall. */
export function ConnectPanel({ title, isAgain, says }: Props) {
  const { code, note } = useScreenPairing();
  return (
    <section className={styles.panel}>
      <Heading level={2} size="xl">
        {title}
      </Heading>
      <output className={styles.letters} aria-label={says('Letters of this screen')}>
        {code === undefined ? '··· ···' : spacedCode(code)}
      </output>
      {note !== undefined && <Message kind="info">{says(note)}</Message>}
      <div className={styles.way}>
        {code === undefined ? (
          <span className={styles.qr} />
        ) : (
          <QrCode
            className={styles.qr}
            text={acceptanceUrl(code)}
            label={says('The same as a QR code, for a phone’s camera')}
          />
        )}
        <p className={styles.sentence}>{says(isAgain ? HOW_AGAIN : HOW)}</p>
      </div>
    </section>
  );
}

/** The page on which an admin finds the code already typed. */
function acceptanceUrl(code: string): string {
  return `${reachableOrigin(window.location, environment().trustPort)}/admin/tablets?code=${code}`;
}

function useScreenPairing() {
  const navigate = useNavigate();
  const [pairing] = useState(
    () => new ScreenPairing((apiKey) => void navigate({ to: '/circuit-tree', search: { apiKey }, replace: true })),
  );
  useEffect(() => pairing.start(), [pairing]);
  useEffect(keepScreenOn, []);
  return useObservable(pairing.view);
}
