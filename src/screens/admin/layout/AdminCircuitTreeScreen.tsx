import { PAGES } from '#contract/pages.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { useStoredUser } from '#src/session/storedUser.ts';
import { Button } from '#src/ui/Button.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import styles from '../shell/MenuScreen.module.css';
import { AdminTitle } from '../shell/AdminTitle.tsx';

export function AdminCircuitTreeScreen() {
  const permissions = useStoredUser()?.permissions ?? [];
  return (
    <>
      <AdminTitle>Circuit Tree – Admin</AdminTitle>
      <h1 className={styles.title}>Circuit Tree</h1>
      <nav className={styles.choices} aria-label="Circuit tree">
        <LinkButton to="/admin/circuit-tree/health" size="l">
          Health
        </LinkButton>
        {/* A placeholder: the button does nothing yet. */}
        <Button size="l">Brightness</Button>
        {mayPass(permissions, PAGES['/admin/alerts'].access) && (
          <LinkButton to="/admin/alerts" size="l">
            Alerts
          </LinkButton>
        )}
        {mayPass(permissions, PAGES['/admin/tablets'].access) && (
          <LinkButton to="/admin/tablets" size="l">
            Tablets
          </LinkButton>
        )}
      </nav>
    </>
  );
}
