import { LOGO_GROUND, LOGO_NODES, LOGO_TRACES } from './logoDrawing.ts';

interface Props {
  /** Its accessible name; without one it is decoration beside a text that says the same. */
  label?: string;
  className?: string | undefined;
}

/** The tree of circuit traces, in the colours of the surface it stands on. */
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
      <path d={LOGO_GROUND} stroke="var(--border-strong)" />
      <path d={LOGO_TRACES} stroke="var(--accent)" />
      <g stroke="var(--warm)">
        {LOGO_NODES.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="3.1" />
        ))}
      </g>
    </svg>
  );
}
