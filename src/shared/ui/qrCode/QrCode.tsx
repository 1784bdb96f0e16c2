import { useEffect, useState } from 'react';
import styles from './QrCode.module.css';
import type { QrLevel, QrPath } from './qrPath.ts';

interface Props {
  text: string;
  /** The words of a screen reader for the code. */
  label: string;
  className?: string | undefined;
  level?: QrLevel;
}

/**
 * Dark on light in both colour schemes, since many cameras read nothing else. Its room is reserved while its code
 * loads.
 */
export function QrCode({ text, label, className, level }: Props) {
  const [drawn, setDrawn] = useState<QrPath & { text: string }>();
  useEffect(() => {
    let isWanted = true;
    const draw = async () => {
      const { qrPath } = await import('./qrPath.ts');
      if (isWanted) setDrawn({ ...qrPath(text, level), text });
    };
    // The words beside the code say the same, so a failure to draw it does no harm.
    void draw().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [text, level]);
  const meaning = { role: 'img', 'aria-label': label };
  const size = drawn?.size ?? 1;
  return (
    <svg
      className={`${styles.code} ${className ?? ''}`}
      viewBox={`0 0 ${size} ${size}`}
      {...meaning}
      data-text={drawn?.text}
      shapeRendering="crispEdges"
    >
      {drawn && <path d={drawn.path} />}
    </svg>
  );
}
