import type { ReactNode } from 'react';
import { KioskStatus } from './KioskStatus.tsx';

interface Props {
  backLabel: '< Home' | '< Back';
  onBack: () => void;
  title?: string;
  action?: ReactNode;
  /** Really hidden: neither seen nor reached by Tab. */
  hidden?: boolean;
  /** Over the screen instead of above it. */
  floating?: boolean;
}

/** The top bar of the kiosk's screens. */
export function KioskBar({ backLabel, onBack, title, action, hidden = false, floating = false }: Props) {
  return (
    <header className={`kiosk-bar ${floating ? 'kiosk-floating' : ''}`} data-hidden={hidden || undefined}>
      <button type="button" className="kiosk-back" onClick={onBack}>
        {backLabel}
      </button>
      {title === undefined ? <span /> : <h1 className="kiosk-title">{title}</h1>}
      <div className="kiosk-end">
        <KioskStatus />
        {action}
      </div>
    </header>
  );
}
