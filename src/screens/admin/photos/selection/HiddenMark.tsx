import { Icon } from '#src/ui/Icon.tsx';
import styles from './HiddenMark.module.css';
import shapes from '#src/ui/shapes.module.css';

/** In a corner of photos that slideshows leave out. */
export function HiddenMark() {
  return (
    <span className={`${shapes.centre} ${styles.mark}`}>
      <Icon name="hidden" label="Hidden from slideshows" />
    </span>
  );
}
