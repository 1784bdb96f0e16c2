import { useEffect, useState } from 'react';
import { otherTeam, timeLeft, type Turn, TURN_MINUTES } from '#domain/codenames/turn/turn.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from './TurnClock.module.css';
import type { TurnTimer } from './useTurn.ts';

const NAMES = { red: 'Red', blue: 'Blue' };
const SECOND_MS = 1_000;

/** Says whose turn it is, with a choice of two lengths, and then the time that is left. */
export function TurnClock({ turn, start, end }: TurnTimer & { turn: Turn }) {
  const { team, endsAt, isAfterTimeUp } = turn;
  return (
    <section className={styles.turn} aria-label="Timer" data-role={`${team}-target`}>
      {isAfterTimeUp && <p role="alert">Time is up for {otherTeam(team)}.</p>}
      <div className={styles.row}>
        <span className={styles.team}>{NAMES[team]}’s turn</span>
        {endsAt === undefined ? (
          TURN_MINUTES.map((minutes) => (
            <Button key={minutes} size="s" className={styles.button} onClick={() => start(minutes)}>
              {minutes} min
            </Button>
          ))
        ) : (
          <TimeLeft endsAt={endsAt} />
        )}
        <Button size="s" className={styles.button} onClick={end}>
          End turn
        </Button>
      </div>
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
    <span role="timer" className={styles.time}>
      {timeLeft(left)}
    </span>
  );
}
