import { Button } from '../../../ui/Button.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import styles from './MenuScreen.module.css';

export function AdminCircuitTreeScreen() {
  return (
    <>
      <title>Circuit Tree – Admin</title>
      <h1 className={styles.title}>Circuit Tree</h1>
      <nav className={styles.choices} aria-label="Circuit tree">
        <LinkButton to="/admin/circuit-tree/health" size="l">
          Health
        </LinkButton>
        {/* A placeholder: the button does nothing yet. */}
        <Button size="l">Brightness</Button>
      </nav>
    </>
  );
}
