import type { ReactNode } from 'react';
import { cachedOnScreen } from '#src/offline/keeper.ts';
import { useObservable } from '#src/state/observable.ts';
import { useTexts } from '#src/tablet/texts.ts';
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
      {title === undefined ? <span /> : <h1 className="kiosk-title">{title}</h1>}
      <div className="kiosk-end">
        <OfflineReadiness />
        {action}
      </div>
    </header>
  );
}

/** The number of photos of the album on screen that can be shown without a network. */
function OfflineReadiness() {
  const text = useTexts();
  const state = useObservable(cachedOnScreen);
  if (!state || state.total === 0) return null;
  const ready = `${text('Offline ready')} ${state.ready}/${state.total}`;
  return <span className={styles.ready}>{state.isFull ? `${ready} – ${text('storage full')}` : ready}</span>;
}
