import { type Role, ROLE_NAMES, ROLES } from '#domain/codenames/board.ts';
import type { Tool } from '#domain/codenames/game.ts';
import { RoleMark } from './RoleMark.tsx';
import styles from './TargetChoices.module.css';

interface TargetChoicesProps {
  chosen: Tool | undefined;
  onTap: (role: Role) => void;
}

export function TargetChoices({ chosen, onTap }: TargetChoicesProps) {
  return (
    <fieldset className={styles.choices} aria-label="Roles">
      {ROLES.map((role, index) => (
        <button
          key={role}
          type="button"
          className={styles.choice}
          data-role={role}
          data-first={index === 0 || undefined}
          aria-pressed={chosen === role}
          onClick={() => onTap(role)}
        >
          <RoleMark role={role} className={styles.mark} />
          {ROLE_NAMES[role]}
        </button>
      ))}
    </fieldset>
  );
}
