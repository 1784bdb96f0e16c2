import type { ReactNode } from 'react';
import styles from './SectionHead.module.css';

interface Props {
  id?: string;
  title: string;
  /** What can be done about it. */
  children?: ReactNode;
}

export function SectionHead({ id, title, children }: Props) {
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </div>
  );
}
