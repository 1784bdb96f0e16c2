import { Link } from '@tanstack/react-router';
import type { Album } from '#contract/photos/schemas.ts';
import { Icon } from '#src/shared/ui/Icon.tsx';
import styles from './SearchResults.module.css';
import { shapes } from '#src/shared/ui/shapes.ts';

interface Props {
  wanted: string;
  albums: readonly Album[];
}

/** Says what can be searched for, with examples to press. */
export function NothingFound({ wanted, albums: [album] }: Props) {
  return (
    <div className={`${shapes.middle} ${styles.nothing}`}>
      <span className={styles.icon}>
        <Icon name="search" />
      </span>
      <p className={`${shapes.figure} ${shapes.words}`}>Nothing was found for “{wanted}”.</p>
      <p className={`${shapes.quiet} ${styles.hint}`}>
        Words of captions and names of albums and files can be found, and when photos were taken:
      </p>
      <ul className={`${shapes.row} ${shapes.amid}`}>
        <Example text="July 2024" />
        <Example text="2023-12" />
        {album && <Example text={album.name} />}
      </ul>
    </div>
  );
}

function Example({ text }: { text: string }) {
  return (
    <li>
      <Link to="." search={{ q: text }} replace className={`${shapes.link} ${shapes.words} ${styles.example}`}>
        {text}
      </Link>
    </li>
  );
}
