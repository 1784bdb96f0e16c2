import type { SortColumn, SortOrder } from '#domain/nodes/nodeList.ts';
import styles from './ColumnHeader.module.css';

interface Props {
  column: SortColumn;
  title: string;
  order: SortOrder;
  onSort: (column: SortColumn) => void;
}

export function ColumnHeader({ column, title, order, onSort }: Props) {
  const sorted = order.column === column;
  const direction = order.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={styles.header} aria-sort={sorted ? direction : undefined}>
      <button type="button" className={styles.sort} onClick={() => onSort(column)}>
        {title}
        <span className={sorted ? styles.arrow : styles.hiddenArrow} aria-hidden="true">
          {sorted && order.descending ? '▼' : '▲'}
        </span>
      </button>
    </th>
  );
}
