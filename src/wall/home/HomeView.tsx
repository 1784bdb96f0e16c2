import type { ReactNode } from 'react';
import { VERSION_LABEL } from '#src/environment.ts';
import { Logo } from '#src/shared/ui/Logo.tsx';

/** Each icon is drawn on a field of 64 by 64; `node` holds the x, y and radius of its dot. */
const CHOICES = [
  {
    name: 'Clock',
    to: '/circuit-tree/clock',
    lines: ['M8 32a24 24 0 1 0 48 0a24 24 0 1 0 -48 0', 'M32 17V32L42 42'],
    node: [32, 32, 2.6],
  },
  {
    name: 'Photos',
    to: '/circuit-tree/photos',
    lines: ['M14 10H50L56 16V48L50 54H14L8 48V16Z', 'M8 44L22 30L36 44L44 36L56 48'],
    node: [42, 23, 4],
  },
] as const;

type Choice = (typeof CHOICES)[number];

interface Props {
  /** -1 in the first frame, whose buttons do nothing yet: the keyboard skips them, also where `inert` is unknown. */
  tabIndex?: number;
  onReload?: () => void;
  onChoose?: (to: Choice['to']) => void;
  /** Translates the names. */
  text?: (english: Choice['name'] | 'Reload') => string;
  /** Notes below the choices. */
  children?: ReactNode;
}

/**
 * The kiosk's home without its effects: the build renders it into the first frame, the browser into the screen. The
 * class names in HomeView.css are plain, because the first frame uses them before any CSS module is loaded.
 */
export function HomeView({ tabIndex, onReload, onChoose, text = asItIs, children }: Props) {
  return (
    <main className="home">
      <h1 className="home-name">
        <button type="button" tabIndex={tabIndex} className="home-logo" title={text('Reload')} onClick={onReload}>
          <Logo label="Circuit Tree" />
        </button>
      </h1>
      <nav className="home-choices" aria-label="Kiosk">
        {CHOICES.map((choice) => (
          <button
            key={choice.to}
            type="button"
            tabIndex={tabIndex}
            className="home-choice"
            onClick={() => onChoose?.(choice.to)}
          >
            <ChoiceDrawing {...choice} />
            {text(choice.name)}
          </button>
        ))}
      </nav>
      <div className="home-notes">{children}</div>
      <p className="home-version">{VERSION_LABEL}</p>
    </main>
  );
}

function asItIs(english: string): string {
  return english;
}

function ChoiceDrawing({ lines, node: [cx, cy, r] }: Choice) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true">
      {lines.map((line) => (
        <path key={line} d={line} />
      ))}
      <circle className="home-node" cx={cx} cy={cy} r={r} />
    </svg>
  );
}
