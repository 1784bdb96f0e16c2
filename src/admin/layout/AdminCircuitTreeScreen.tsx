import { useId } from 'react';
import { PAGES } from '#contract/pages.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import styles from '#src/admin/shell/MenuScreen.module.css';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { AreaLabel, AreaLink } from '#src/admin/shell/AreaLink.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { circuitTreeAreas } from './slots.ts';

const TABLETS = {
  to: '/admin/tablets',
  access: PAGES['/admin/tablets'].access,
  name: 'Tablets',
  text: 'the screens on your walls',
  icon: 'tablet',
} as const;

export function AdminCircuitTreeScreen() {
  const permissions = useStoredUser()?.permissions ?? [];
  const id = useId();
  return (
    <>
      <AdminTitle>Tablets and Devices</AdminTitle>
      <Heading level={1}>Circuit Tree</Heading>
      <nav className={styles.choices} aria-label="Circuit tree">
        {[TABLETS, ...circuitTreeAreas]
          .filter(({ access }) => mayPass(permissions, access))
          .map(({ access: _access, ...area }) => (
            <AreaLink key={area.to} {...area} />
          ))}
        {/* A placeholder: the button does nothing yet. */}
        <Button size="l" className={styles.later} aria-labelledby={`${id}-name`} aria-describedby={`${id}-text`}>
          <AreaLabel id={id} name="Brightness" text="comes later" icon="sun" />
        </Button>
      </nav>
    </>
  );
}
