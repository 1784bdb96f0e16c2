import { memo } from 'react';
import type { Quarter, QuarterLook } from '../../../domain/nodes/dayStrip.ts';
import styles from './DayStrip.module.css';

const HEIGHT = 12;
const BASELINE = 2;
const LOWEST_BAR = 4;
const NOT_KNOWN_YET: readonly Quarter[] = [];
const LOOKS = ['full', 'partial', 'silent', 'unknown'] as const;

function barHeight({ look, share }: Quarter): number {
  if (look === 'full') return HEIGHT;
  return look === 'partial' ? Math.max(LOWEST_BAR, Math.round(share * HEIGHT * 0.8)) : BASELINE;
}

/** All bars of one look as one path: four elements a strip instead of ninety-six. */
function pathOf(strip: readonly Quarter[], look: QuarterLook): string {
  const bars = strip.map((quarter, index) => {
    if (quarter.look !== look) return '';
    const height = barHeight(quarter);
    // Unbroken hearing reads as one block; everything else keeps its gaps.
    const width = look === 'full' && strip[index + 1]?.look === 'full' ? 1 : 0.8;
    return `M${index} ${HEIGHT - height}h${width}v${height}h-${width}z`;
  });
  return bars.join('');
}

interface Props {
  strip: readonly Quarter[] | undefined;
}

/** A node's last 24 hours at one look. Says nothing aloud: DayDescriptions does. */
export const DayStrip = memo(function DayStrip({ strip = NOT_KNOWN_YET }: Props) {
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${Math.max(strip.length, 1)} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {LOOKS.map((look) => (
        <path key={look} className={styles[look]} d={pathOf(strip, look)} />
      ))}
    </svg>
  );
});
