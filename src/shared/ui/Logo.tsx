const GROUND = 'M18 58H46';
const TRACES =
  'M32 58V11M27 58V46L15 34V28M37 58V48L49 36V26M20.5 39.5H11M44.5 40.5H53M32 36L23 27V18M32 31.5L41 22.5V18';
const NODES = [
  [32, 8],
  [15, 25],
  [49, 23],
  [8, 39.5],
  [56, 40.5],
  [23, 15],
  [41, 15],
] as const;

interface Props {
  /** The accessible name; without one the logo is decoration beside text. */
  label?: string;
  className?: string | undefined;
}

/**
 * The tree of circuit traces, in the colours of the surface behind it. The build renders it into the first frame too,
 * and `npm run icons` renders it into public/logo.svg and the kiosk's icons.
 */
export function Logo({ label, className }: Props) {
  return (
    <svg
      className={className}
      viewBox="0 0 64 64"
      fill="none"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={GROUND} stroke="var(--border-strong)" />
      <path d={TRACES} stroke="var(--accent)" />
      <g stroke="var(--warm)">
        {NODES.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="3.1" />
        ))}
      </g>
    </svg>
  );
}
