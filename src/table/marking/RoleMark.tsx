import type { Role } from '#domain/table/board.ts';
import styles from './RoleMark.module.css';

const CIRCLE = 'M16 2a14 14 0 1 1 0 28a14 14 0 1 1 0-28z';
const SQUARE = 'M6 3h20a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z';
const OCTAGON = 'M10 2h32l8 8v12l-8 8H10l-8-8V10z';
const DIAMOND = 'M16 1l15 15-15 15L1 16z';
const HEXAGON = 'M9 3h14l7 13-7 13H9L2 16z';
const TICK = 'M31 17l5 6 9-13';
const SKULL =
  'M17 6c-5.4 0-9 3.5-9 8.2 0 2.9 1.3 5 3.4 6.3v3.6c0 .7.6 1.3 1.3 1.3h8.6c.7 0 1.3-.6 1.3-1.3v-3.6c2.1-1.3 3.4-3.4 3.4-6.3 0-4.7-3.6-8.2-9-8.2z';

/** Letters are drawn as paths: as text, screen readers would read them out as part of the button's name. */
const LETTER_R = 'M12 23V9h4.5a4 4 0 0 1 0 8H12M16.5 17l4.5 6';
const LETTER_B = 'M12 16h5a3.5 3.5 0 0 1 0 7h-5V9h4.5a3.5 3.5 0 0 1 0 7';
const LETTER_G = 'M20.5 12a5.5 7 0 1 0 .5 7v-2.5h-4.5';
const LETTER_A = 'M10.5 23L16 9l5.5 14M12.5 18.5h7';
const LETTER_N = 'M11.5 23V9l9 14V9';

interface Drawing {
  shape: string;
  letter: string;
  /** The shift of the letter to the right of its usual place, beside the skull for instance. */
  letterShift: number;
  width: number;
}

const DRAWINGS: Readonly<Record<Role, Drawing>> = {
  'red-target': { shape: CIRCLE, letter: LETTER_R, letterShift: 0, width: 32 },
  'blue-target': { shape: SQUARE, letter: LETTER_B, letterShift: 0, width: 32 },
  'assassin-target': { shape: OCTAGON, letter: LETTER_A, letterShift: 21, width: 52 },
  'red-found': { shape: 'M16 2h20a14 14 0 0 1 0 28H16a14 14 0 0 1 0-28z', letter: LETTER_R, letterShift: 1, width: 52 },
  'blue-found': {
    shape: 'M6 3h40a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z',
    letter: LETTER_B,
    letterShift: 0,
    width: 52,
  },
  'green-target': { shape: DIAMOND, letter: LETTER_G, letterShift: 0, width: 32 },
  'green-found': { shape: 'M16 1h20l15 15-15 15H16L1 16z', letter: LETTER_G, letterShift: 1, width: 52 },
  neutral: { shape: HEXAGON, letter: LETTER_N, letterShift: 0, width: 32 },
};

/** A role's sign. Shape and letter differ from role to role, so that nobody needs to tell the colours apart. */
export function RoleMark({ role, className }: { role: Role; className: string | undefined }) {
  const { shape, letter, letterShift, width } = DRAWINGS[role];
  return (
    <svg
      className={`${styles.mark} ${className ?? ''}`}
      data-role={role}
      viewBox={`0 0 ${width} 32`}
      aria-hidden="true"
    >
      <path className={styles.shape} d={shape} />
      {role === 'assassin-target' && <Skull />}
      {role.endsWith('found') && <path className={styles.tick} d={TICK} />}
      <path className={styles.letter} d={letter} transform={`translate(${letterShift})`} />
    </svg>
  );
}

function Skull() {
  return (
    <>
      <path className={styles.skull} d={SKULL} />
      <circle className={styles.hole} cx="13.4" cy="14.6" r="2.3" />
      <circle className={styles.hole} cx="20.6" cy="14.6" r="2.3" />
      <path
        className={styles.hole}
        d="M17 17.6l1.6 2.8h-3.2zM14.4 22.6h1v2.8h-1zM16.5 22.6h1v2.8h-1zM18.6 22.6h1v2.8h-1z"
      />
    </>
  );
}
