import { Link } from '@tanstack/react-router';
import { Logo } from '#src/ui/Logo.tsx';
import styles from './AdminHeader.module.css';

/** Without this the link would have `aria-current="page"` on every page below /admin. */
const EXACT = { exact: true };

interface Props {
  name: string;
  onSignOut: () => void;
}

export function AdminHeader({ name, onSignOut }: Props) {
  return (
    <header className={styles.header}>
      <nav aria-label="Admin" className={styles.back}>
        <Link to="/admin" activeOptions={EXACT} className={styles.link}>
          {'< Back to Admin'}
        </Link>
      </nav>
      <Logo label="Circuit Tree" className={styles.logo} />
      <p className={styles.person}>
        Welcome, <bdi>{name}</bdi>{' '}
        <span className={styles.together}>
          (
          <button type="button" className={styles.link} onClick={onSignOut}>
            Sign Out
          </button>
          )
        </span>{' '}
        <Link to="/admin/sessions" className={`${styles.link} ${styles.account}`}>
          My Devices
        </Link>
      </p>
    </header>
  );
}
