import styles from './Button.module.css';

export interface ButtonLook {
  /** At most one `primary` button in a view; `quiet` for buttons beside text. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  size?: 'm' | 's' | 'l' | undefined;
}

export function buttonClass({ variant = 'secondary', size = 'm' }: ButtonLook, extra?: string): string {
  return [styles.button, styles[variant], styles[size], extra].filter(Boolean).join(' ');
}
