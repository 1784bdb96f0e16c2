import { type Marks, type Team, teamCount } from '../board.ts';
import { isRecord } from '#domain/records.ts';

/** A team's turn. Its clock runs until a time of day, so that a phone that sleeps or reloads stays right. */
export interface Turn {
  team: Team;
  /** In milliseconds since 1970; undefined until the clock is started. */
  endsAt?: number;
  /** Whether the turn before ended because its time was up. */
  isAfterTimeUp?: boolean;
}

export const TURN_MINUTES = [1, 3] as const;

export function otherTeam(team: Team): Team {
  return team === 'red' ? 'blue' : 'red';
}

export function nextTurn({ team }: Turn): Turn {
  return { team: otherTeam(team) };
}

/** The team with more words begins. */
export function firstTurn(marks: Marks): Turn {
  const words = (team: Team) => {
    const { left, found } = teamCount(marks, team);
    return left + found;
  };
  return { team: words('blue') > words('red') ? 'blue' : 'red' };
}

/** '2:05', rounded up, so that a clock just started shows its whole length. */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A stored turn; undefined for any other value. */
export function turnFrom(stored: unknown): Turn | undefined {
  if (!isRecord(stored)) return undefined;
  const { team, endsAt } = stored;
  if (team !== 'red' && team !== 'blue') return undefined;
  return typeof endsAt === 'number' ? { team, endsAt } : { team };
}
