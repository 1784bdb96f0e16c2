import { mayPass } from '../../../domain/access/permissions.ts';
import { useStoredUser } from '../../../session/storedUser.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import styles from './MenuScreen.module.css';
import { NewInstallationNote } from './NewInstallationNote.tsx';

export function AdminHomeScreen() {
  const isAdmin = mayPass(useStoredUser()?.permissions ?? [], ['admin']);
  return (
    <>
      <h1 className={styles.title}>Admin</h1>
      {isAdmin && <NewInstallationNote />}
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
