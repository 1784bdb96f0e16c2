import type { NodeDetails, NodeHistory } from '#contract/schemas/nodes.ts';
import { axisOf, bandPath, barsPath, columnsPath, linePath } from '#domain/nodes/chartPaths.ts';
import { heartbeatWords, lookOf, rangeOf, ratesOf, readingName, readingWords } from '#domain/nodes/historyWords.ts';
import { ChartFrame } from './ChartFrame.tsx';
import styles from './HistoryCharts.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  history: NodeHistory;
  node: Pick<NodeDetails, 'unit'>;
}

/** Both charts, with the same time below. What they show is said in words above each. */
export function HistoryCharts({ history, node }: Props) {
  const words = readingWords(history, node);
  const range = rangeOf(history);
  const rates = ratesOf(history);
  const rateAxis = axisOf({ low: 0, high: Math.max(...rates.map((rate) => rate ?? 0)) });
  const count = history.heartbeats.length;
  const unknown = columnsPath(count, (step) => lookOf(history, step) === 'unknown');
  return (
    <div className={`${shapes.stack5} ${shapes.slim} ${shapes.single}`}>
      {range && (
        <ChartFrame title={readingName(node)} words={words} axis={axisOf(range)} history={history}>
          <path className={styles.band} d={bandPath(history.low, history.high, axisOf(range))} />
          <path className={styles.line} d={linePath(history.mean, axisOf(range))} />
        </ChartFrame>
      )}
      {!range && (
        <section>
          <h2 className={shapes.heading}>{readingName(node)}</h2>
          <p className={shapes.note}>{words}</p>
        </section>
      )}
      <ChartFrame title="Heartbeats a minute" words={heartbeatWords(history)} axis={rateAxis} history={history}>
        <path className={styles.unknown} d={unknown} />
        <path className={styles.silent} d={columnsPath(count, (step) => lookOf(history, step) === 'silent')} />
        <path className={styles.bars} d={barsPath(rates, rateAxis)} />
      </ChartFrame>
      <ul className={`${shapes.small} ${shapes.wrap} ${shapes.gap14} ${styles.legend}`}>
        <li>heard</li>
        <li className={styles.silentMark}>silent</li>
        <li className={styles.unknownMark}>not known: the server was off, or did not keep this yet</li>
      </ul>
    </div>
  );
}
