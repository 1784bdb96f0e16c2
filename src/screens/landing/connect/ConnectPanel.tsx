import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { originForOthers } from '#domain/https/addressForOthers.ts';
import { environment } from '#src/environment.ts';
import { keepScreenOn } from '#src/device/wakeLock.ts';
import { spacedCode } from '#domain/tablets/pairingCode.ts';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { useObservable } from '#src/state/observable.ts';
import { Message } from '#src/ui/Message.tsx';
import { QrCode } from '#src/ui/qrCode/QrCode.tsx';
import shapes from '#src/ui/shapes.module.css';
import styles from './ConnectPanel.module.css';
import { ScreenPairing } from './screenPairing.ts';

const HOW: KioskText =
  'On a computer or phone, open Circuit Tree, Tablets, Add, and type these letters. Or point a phone’s camera at the code.';

interface Props {
  title: string;
  /** Says a text in the browser's language. */
  says: (english: string) => string;
}

/** The letters with which an admin makes this screen a tablet. When that has happened, the wall is shown here. */
export function ConnectPanel({ title, says }: Props) {
  const { code, note } = useScreenPairing();
  return (
    <section className={`${shapes.stack5} ${shapes.wide} ${styles.panel}`}>
      <h2 className={shapes.title}>{title}</h2>
      <output className={styles.letters} aria-label={says('Letters of this screen')}>
        {code === undefined ? '··· ···' : spacedCode(code)}
      </output>
      {note !== undefined && <Message kind="info">{says(note)}</Message>}
      <div className={`${shapes.line} ${styles.way}`}>
        {code === undefined ? (
          <span className={styles.qr} />
        ) : (
          <QrCode
            className={styles.qr}
            text={acceptanceUrl(code)}
            label={says('The same as a QR code, for a phone’s camera')}
          />
        )}
        <p className={`${shapes.heading} ${styles.sentence}`}>{says(HOW)}</p>
      </div>
    </section>
  );
}

/** The page on which an admin finds the letters already typed. */
function acceptanceUrl(code: string): string {
  return `${originForOthers(window.location, environment().trustPort)}/admin/tablets?code=${code}`;
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
