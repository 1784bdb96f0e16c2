import { Link } from '@tanstack/react-router';
import styles from './AccountTabs.module.css';
import shapes from '#src/ui/shapes.module.css';

/** Leads from where one is signed in to one's passkeys and back: the header has room for one of them on a phone. */
export function AccountTabs() {
  return (
    <nav aria-label="My devices" className={`${shapes.wrap} ${styles.tabs}`}>
      <Link to="/admin/sessions" className={`${shapes.link} ${styles.tab}`}>
        Signed in
      </Link>
      <Link to="/admin/passkeys" className={`${shapes.link} ${styles.tab}`}>
        Passkeys
      </Link>
    </nav>
  );
}
