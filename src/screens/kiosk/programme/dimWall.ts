import './dimWall.css';

const PERCENT = 100;

interface KioskBrowser {
  getScreenBrightness: () => number;
  setScreenBrightness: (level: number) => void;
}

declare global {
  interface Window {
    /** The interface that Fully Kiosk Browser offers to pages. */
    fully?: Partial<KioskBrowser>;
  }
}

/**
 * Lays so many percent of black over everything, and turns the backlight down where a kiosk browser lets a page do so;
 * the returned function ends that.
 */
export function dimWall(percent: number): () => void {
  if (percent === 0) return () => undefined;
  const page = document.documentElement;
  page.style.setProperty('--wall-dim', String(percent / PERCENT));
  page.dataset.dim = '';
  const endBacklight = dimBacklight(percent);
  return () => {
    delete page.dataset.dim;
    endBacklight?.();
  };
}

function dimBacklight(percent: number): (() => void) | undefined {
  try {
    const { fully } = window;
    const before = fully?.getScreenBrightness?.();
    if (before === undefined || !fully?.setScreenBrightness) return undefined;
    fully.setScreenBrightness(Math.round((before * (PERCENT - percent)) / PERCENT));
    return () => fully.setScreenBrightness?.(before);
  } catch {
    return undefined;
  }
}
