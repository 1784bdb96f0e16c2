import type { NodeDetails, NodeHistory } from '#contract/schemas/nodes.ts';
import { type HistoryRow, historyRows, readingName, shortNumber, SPAN_NAMES } from '#domain/nodes/historyWords.ts';
import styles from './HistoryTable.module.css';
import shapes from '#src/ui/shapes.module.css';

const HOUR = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function heartbeatsText({ look, heartbeats }: HistoryRow): string {
  if (look === 'unknown') return 'Not known';
  return look === 'silent' ? 'Silent' : heartbeats.toLocaleString();
}

function readingText({ range }: HistoryRow): string {
  if (!range) return '–';
  return range.low === range.high ? shortNumber(range.low) : `${shortNumber(range.low)} to ${shortNumber(range.high)}`;
}

/** The charts' numbers, for screen readers and for whoever wants to read them. */
export function HistoryTable({ history, node }: { history: NodeHistory; node: Pick<NodeDetails, 'unit'> }) {
  const name = readingName(node);
  const format = history.span === 'day' ? HOUR : DATE;
  return (
    <details className={`${shapes.slim} ${styles.details}`}>
      <summary className={`${shapes.strong} ${shapes.fine} ${shapes.accent} ${styles.summary}`}>
        Show as a table
      </summary>
      <table className={`${shapes.digits} ${shapes.fine} ${shapes.wide} ${styles.table}`}>
        <caption className={`${shapes.quiet} ${styles.caption}`}>
          Heartbeats and {name.toLowerCase()}, {SPAN_NAMES[history.span]}
        </caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Heartbeats</th>
            <th scope="col">{node.unit ? `${name} (${node.unit})` : name}</th>
          </tr>
        </thead>
        <tbody>
          {historyRows(history).map((row) => (
            <tr key={row.from}>
              <th scope="row">{format.format(row.from)}</th>
              <td>{heartbeatsText(row)}</td>
              <td>{readingText(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
