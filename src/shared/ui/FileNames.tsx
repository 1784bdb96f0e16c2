import styles from './FileNames.module.css';

interface NamedFile {
  id: number;
  name: string;
  /** The reason why the file is listed. */
  message?: string | undefined;
}

/** The number of files up to which names and reasons are shown unfolded. */
const FEW = 3;

/** The files that a sentence counts: unfolded if they are few and have reasons to read. */
export function FileNames({ title, items }: { title: string; items: readonly NamedFile[] }) {
  const isShort = items.length <= FEW && items.some(({ message }) => message !== undefined);
  return (
    <details open={isShort}>
      <summary>{title}</summary>
      <ul className={styles.files}>
        {items.map(({ id, name, message }) => (
          <li key={id}>
            <strong>{name}</strong> {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
