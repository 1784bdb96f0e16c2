import { LinkButton } from '../../../ui/LinkButton.tsx';
import styles from './MenuScreen.module.css';

export function AdminHomeScreen() {
  return (
    <>
      <h1 className={styles.title}>Admin</h1>
      <nav className={styles.choices} aria-label="Areas">
        <LinkButton to="/admin/circuit-tree" size="l">
          Circuit Tree
        </LinkButton>
        <LinkButton to="/admin/photos" size="l">
          Photos
        </LinkButton>
        <LinkButton to="/admin/users" size="l">
          Users
        </LinkButton>
      </nav>
    </>
  );
}
