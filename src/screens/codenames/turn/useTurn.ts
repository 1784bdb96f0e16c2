import { useEffect, useState } from 'react';
import { CODENAMES } from '#contract/storageKeys.ts';
import type { Marks } from '#domain/codenames/board.ts';
import { firstTurn, nextTurn, type Turn, turnOf } from '#domain/codenames/turn/turn.ts';
import { keepScreenOn } from '#src/device/wakeLock.ts';
import { prepareAlarm, soundAlarm } from './alarm.ts';

export interface TurnTimer {
  /** Undefined where nobody plays against the clock. */
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
    return turnOf(stored);
  } catch {
    return undefined;
  }
}
