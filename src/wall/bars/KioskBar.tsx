import type { ReactNode } from 'react';
import { useServerReachable } from '#src/shared/offline/connection.ts';
import { cachedOnScreen } from '#src/shared/offline/keeper.ts';
import { useObservable } from '#src/shared/state/observable.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import spoken from '#src/shared/ui/spokenOnly.module.css';
import styles from './KioskBar.module.css';

interface Props {
  backLabel: '< Home' | '< Back';
  onBack: () => void;
  title?: string;
  action?: ReactNode;
  /** Hides the bar from view and from the Tab key. */
  hidden?: boolean;
  /** Lays the bar over the screen's content instead of above it. */
  floating?: boolean;
}

/** The top bar of the kiosk's screens. */
export function KioskBar({ backLabel, onBack, title, action, hidden = false, floating = false }: Props) {
  const text = useTexts();
  return (
    <header className={`kiosk-bar ${floating ? 'kiosk-floating' : ''}`} data-hidden={hidden || undefined}>
      <button type="button" className="kiosk-back" onClick={onBack}>
        {text(backLabel)}
      </button>
      {title === undefined ? (
        <span />
      ) : (
        <h1 className={`kiosk-title ${styles.title}`} dir="auto">
          {title}
        </h1>
      )}
      <div className="kiosk-end">
        <OfflineReadiness />
        {action}
      </div>
    </header>
  );
}

/** Progress of storing the album on screen, which is then shown without a network too. */
function OfflineReadiness() {
  const text = useTexts();
  const state = useObservable(cachedOnScreen);
  const isReachable = useServerReachable();
  if (!state || state.total === 0) return null;
  const { ready, total, isFull } = state;
  if (isFull)
    return (
      <span className={styles.ready}>{`${text('Offline ready')} ${ready}/${total} – ${text('storage full')}`}</span>
    );
  if (ready < total) {
    // Without the server nothing is being stored; the mark 'Offline' says so.
    if (!isReachable) return null;
    const [before, between, after] = text('Storing # of #').split('#');
    return <span className={styles.ready}>{[before, ready, between, total, after].join('')}</span>;
  }
  return (
    <span className={styles.ready}>
      {text('Offline ready')}
      <span className={spoken.spokenOnly}>{` ${ready}/${total}`}</span>
    </span>
  );
}
