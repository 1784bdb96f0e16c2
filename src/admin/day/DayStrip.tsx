import { memo } from 'react';
import type { Quarter, QuarterState } from '#domain/day/dayStrip.ts';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import styles from './DayStrip.module.css';

interface DayStripProps {
  strip: readonly Quarter[] | undefined;
  /** `wide`: as wide as its container. */
  size?: 'wide';
}

const HEIGHT = 12;

const BASELINE = 2;

const LOWEST_BAR = 4;

const NOT_KNOWN_YET: readonly Quarter[] = [];

const STATES = ['full', 'partial', 'dark', 'silent', 'unknown'] as const;

/** The last 24 hours of a node or a tablet as a drawing. Screen readers get them in words elsewhere. */
export const DayStrip = memo(function DayStrip({ strip = NOT_KNOWN_YET, size }: DayStripProps) {
  return (
    <svg
      className={styles.strip}
      data-size={size}
      viewBox={`0 0 ${Math.max(strip.length, 1)} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {STATES.map((state) => (
        <path key={state} className={styles[state]} d={pathOf(strip, state)} />
      ))}
    </svg>
  );
});

function barHeight({ state, share }: Quarter): number {
  if (state === 'full' || state === 'dark') return HEIGHT;
  return state === 'partial' ? Math.max(LOWEST_BAR, Math.round(share * HEIGHT * 0.8)) : BASELINE;
}

/** Draws all bars of one state as one path, so that a day has five elements instead of ninety-six. */
function pathOf(strip: readonly Quarter[], state: QuarterState): string {
  const bars = strip.map((quarter, index) => {
    if (quarter.state !== state) return '';
    const height = barHeight(quarter);
    // Full quarters in a row are drawn as one block; all other bars have gaps between them.
    const width = height === HEIGHT && strip[index + 1]?.state === state ? 1 : 0.8;
    return `M${index} ${HEIGHT - height}h${width}v${height}h-${width}z`;
  });
  return bars.join('');
}

const WORDS = {
  nodes: ['heard', 'with breaks', 'silent', 'not known'],
  tablets: ['online', 'patchy', 'offline', 'not known'],
  diary: ['on the wall', 'without the server', 'off', 'not known', 'dark by programme'],
} as const;

const NAMED_STATES = [styles.full, styles.partial, styles.silent, styles.unknown, styles.dark];

/** Explains the drawing of the last 24 hours. */
export function DayLegend({ of }: { of: keyof typeof WORDS }) {
  return (
    <Row gap={3} lineGap={1} align="stretch" className={styles.legend}>
      {of !== 'diary' && <span>The last 24 hours:</span>}
      <Row as="ul" gap={3} lineGap={1} align="stretch">
        {WORDS[of].map((text, index) => (
          <li key={text} className={`${styles.look} ${NAMED_STATES[index]}`}>
            {text}
          </li>
        ))}
      </Row>
    </Row>
  );
}
