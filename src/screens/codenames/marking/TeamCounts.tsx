import { type Marks, type Team, teamCount } from '#domain/codenames/board.ts';
import { RoleMark } from './RoleMark.tsx';
import styles from './TeamCounts.module.css';

const TEAMS: readonly { team: Team; name: string }[] = [
  { team: 'red', name: 'Red' },
  { team: 'blue', name: 'Blue' },
];

/** The number of cards that each team has left and has found. */
export function TeamCounts({ marks }: { marks: Marks }) {
  return (
    <ul className={styles.counts} aria-label="Score">
      {TEAMS.map(({ team, name }) => {
        const { left, found } = teamCount(marks, team);
        return (
          <li key={team} className={styles.team}>
            <RoleMark role={`${team}-target`} className={styles.mark} />
            <span className={styles.name}>{name}:</span>
            <span>
              <b>{left}</b> left, <b>{found}</b> found
            </span>
          </li>
        );
      })}
    </ul>
  );
}
