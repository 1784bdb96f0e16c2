import { Link, useLocation } from '@tanstack/react-router';
import { PAGES } from '#contract/pages.ts';
import type { Permission } from '#contract/permissions.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { Logo } from '#src/ui/Logo.tsx';
import styles from './AdminHeader.module.css';
import shapes from '#src/ui/shapes.module.css';

/** Without this the link would have `aria-current="page"` on every page below /admin. */
const EXACT = { exact: true };

/** The pages that people look for, by the words that they look for. */
const PLACES = [
  { to: '/admin/photos', name: 'Photos', access: PAGES['/admin/photos'].access, isOnHome: true },
  { to: '/admin/tablets', name: 'Tablets', access: PAGES['/admin/tablets'].access, isOnHome: false },
  // Everybody may see it, and only admins look after devices.
  { to: '/admin/circuit-tree/health', name: 'Devices', access: ['admin'], isOnHome: false },
  { to: '/admin/users', name: 'People', access: PAGES['/admin/users'].access, isOnHome: true },
] as const;

interface Props {
  name: string;
  permissions: readonly Permission[];
  onSignOut: () => void;
}

export function AdminHeader({ name, permissions, onSignOut }: Props) {
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/admin' });
  // The home has large buttons for the others: two links of one name would be one too many.
  const places = PLACES.filter(({ access, isOnHome }) => mayPass(permissions, access) && !(isHome && isOnHome));
  return (
    <header className={`${shapes.stack3} ${styles.header}`}>
      <nav aria-label="Admin" className={styles.nav}>
        <Link to="/admin" activeOptions={EXACT} className={`${shapes.back} ${styles.link}`}>
          {'< Back to Admin'}
        </Link>
        <span className={styles.places}>
          {places.map(({ to, name: place }) => (
            <Link key={to} to={to} className={`${shapes.back} ${styles.link}`}>
              {place}
            </Link>
          ))}
        </span>
      </nav>
      <Logo label="Circuit Tree" className={styles.logo} />
      <div className={styles.right}>
        <p className={`${shapes.words} ${shapes.fine} ${styles.person}`}>
          Welcome, <bdi>{name}</bdi>{' '}
          <span className={styles.together}>
            (
            <button type="button" className={`${shapes.back} ${styles.link}`} onClick={onSignOut}>
              Sign Out
            </button>
            )
          </span>
        </p>
        <Link to="/admin/sessions" className={`${shapes.back} ${styles.link} ${styles.account}`}>
          My Devices
        </Link>
      </div>
    </header>
  );
}
