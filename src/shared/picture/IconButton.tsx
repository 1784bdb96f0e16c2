import type { ComponentPropsWithoutRef } from 'react';
import { Icon, type IconName } from '#src/shared/ui/Icon.tsx';
import styles from './ViewerToolbar.module.css';

interface IconButtonProps extends ComponentPropsWithoutRef<'button'> {
  icon: IconName;
  label: string;
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
