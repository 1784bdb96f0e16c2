import { useEffect, useRef, useState } from 'react';
import { CODENAMES } from '#contract/storageKeys.ts';
import type { Grid, Marks } from '#domain/table/board.ts';
import {
  otherTeam,
  timeLeft,
  type Turn,
  TURN_MINUTES,
  firstTurn,
  nextTurn,
  turnFrom,
} from '#domain/table/turn/turn.ts';
import { keepScreenOn } from '#src/shared/device/wakeLock.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import styles from './TurnClock.module.css';

const TEAMS = { red: 'Red', blue: 'Blue' };
const SIDES = { red: 'Side A', blue: 'Side B' };
const SECOND_MS = 1_000;

/** Says whose turn it is, with a choice of two lengths, and then the time that is left. */
export function TurnClock({ turn, grid, start, end }: TurnTimer & { turn: Turn; grid: Grid }) {
  const isDuet = grid === 'duet';
  const endButton = useRef<HTMLButtonElement>(null);
  const names = isDuet ? SIDES : TEAMS;
  const { team, endsAt, isAfterTimeUp } = turn;
  const begin = (minutes: number) => {
    start(minutes);
    // The button that was pressed disappears, and the focus with it.
    endButton.current?.focus();
  };
  return (
    <section className={styles.turn} aria-label="Timer" data-role={isDuet ? 'green-target' : `${team}-target`}>
      {isAfterTimeUp && (
        <p role="alert" className={styles.timeUp}>
          Time is up for {isDuet ? names[otherTeam(team)] : otherTeam(team)}.
        </p>
      )}
      <Row gap={1} wrap={false}>
        <span className={styles.whose}>{names[team]}’s turn</span>
        {endsAt === undefined ? (
          TURN_MINUTES.map((minutes) => (
            <Button key={minutes} size="s" onClick={() => begin(minutes)}>
              {minutes} min
            </Button>
          ))
        ) : (
          <TimeLeft endsAt={endsAt} />
        )}
        <Button ref={endButton} size="s" onClick={end}>
          End turn
        </Button>
      </Row>
    </section>
  );
}

function TimeLeft({ endsAt }: { endsAt: number }) {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, endsAt - now);
  useEffect(() => {
    // Just after the shown second is over.
    const timer = setTimeout(() => setNow(Date.now()), left % SECOND_MS || SECOND_MS);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <span role="timer" className={styles.left}>
      {timeLeft(left)}
    </span>
  );
}

export interface TurnTimer {
  /** Undefined while nobody plays against the clock. */
  turn: Turn | undefined;
  use: (isUsed: boolean) => void;
  start: (minutes: number) => void;
  end: () => void;
}

/** The clock of the team whose turn it is. The screen stays on while it runs, and a reload does not stop it. */
export function useTurn(marks: Marks): TurnTimer {
  const [turn, setTurn] = useState(storedTurn);
  const endsAt = turn?.endsAt;

  useEffect(() => {
    try {
      if (turn) localStorage.setItem(CODENAMES.timer, JSON.stringify(turn));
      else localStorage.removeItem(CODENAMES.timer);
    } catch {
      // Without storage the clock ends with the page.
    }
  }, [turn]);

  useEffect(() => {
    if (endsAt === undefined) return undefined;
    prepareAlarm();
    const finish = () => {
      soundAlarm();
      setTurn((before) => before && { ...nextTurn(before), isAfterTimeUp: true });
    };
    const timer = setTimeout(finish, endsAt - Date.now());
    // Timers stand still while a phone sleeps.
    const check = () => {
      if (Date.now() >= endsAt) finish();
    };
    document.addEventListener('visibilitychange', check);
    const release = keepScreenOn();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
      release();
    };
  }, [endsAt]);

  return {
    turn,
    use: (isUsed) => setTurn(isUsed ? firstTurn(marks) : undefined),
    start: (minutes) => {
      prepareAlarm();
      setTurn((before) => before && { team: before.team, endsAt: Date.now() + minutes * 60_000 });
    },
    end: () => setTurn((before) => before && nextTurn(before)),
  };
}

function storedTurn(): Turn | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(CODENAMES.timer) ?? 'null');
    return turnFrom(stored);
  } catch {
    return undefined;
  }
}

/** Three tones at the height where a small loudspeaker is loudest. */
const TONES = { count: 3, hertz: 1_900, seconds: 0.35, everySeconds: 0.55 };
const UNLOCKING = ['pointerdown', 'keydown'] as const;

let context: AudioContext | undefined;

/**
 * Allows the page to sound the alarm, which browsers permit only after a press. Call it in the press that starts a
 * clock; after a reload, the next press on the page allows it.
 */
function prepareAlarm(): void {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  if (context.state === 'running') return;
  const resume = () => void context?.resume().catch(() => undefined);
  resume();
  for (const type of UNLOCKING) window.addEventListener(type, resume, { once: true, capture: true });
}

/** Loud enough for a noisy table; phones that can also vibrate. */
function soundAlarm(): void {
  navigator.vibrate?.([400, 150, 400, 150, 400]);
  if (!context) return;
  for (let tone = 0; tone < TONES.count; tone += 1) {
    const from = context.currentTime + tone * TONES.everySeconds;
    const oscillator = new OscillatorNode(context, { type: 'square', frequency: TONES.hertz });
    const volume = new GainNode(context, { gain: 1 });
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(from + TONES.seconds);
  }
}
