interface Props {
  /** Its accessible name; without one it is decoration beside a text that says the same. */
  label?: string;
  className?: string | undefined;
}

/** The tree of circuit traces, in the colours of the surface it stands on. The same drawing as public/logo.svg. */
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
      <path d="M18 58H46" stroke="var(--border-strong)" />
      <path
        d="M32 58V11M27 58V46L15 34V28M37 58V48L49 36V26M20.5 39.5H11M44.5 40.5H53M32 36L23 27V18M32 31.5L41 22.5V18"
        stroke="var(--accent)"
      />
      <g stroke="var(--warm)">
        <circle cx="32" cy="8" r="3.1" />
        <circle cx="15" cy="25" r="3.1" />
        <circle cx="49" cy="23" r="3.1" />
        <circle cx="8" cy="39.5" r="3.1" />
        <circle cx="56" cy="40.5" r="3.1" />
        <circle cx="23" cy="15" r="3.1" />
        <circle cx="41" cy="15" r="3.1" />
      </g>
    </svg>
  );
}
