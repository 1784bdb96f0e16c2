import { type ReactNode, useId, useMemo, useState } from 'react';
import type { HistorySpan } from '#contract/admin/limits.ts';
import type { NodeDetails, NodeHistory } from '#contract/nodes/schemas.ts';
import { axisOf, bandPath, barsPath, columnsPath, linePath, CHART_HEIGHT } from '#domain/nodes/chartPaths.ts';
import {
  heartbeatWords,
  stepStateOf,
  rangeOf,
  ratesOf,
  readingName,
  readingWords,
  type Range,
  shortNumber,
  type HistoryRow,
  historyRows,
  SPAN_NAMES,
} from '#domain/nodes/historyWords.ts';
import { fetchNodeHistory } from '#src/admin/api/nodes.ts';
import { ChoiceField } from '#src/shared/ui/choices/ChoiceField.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import styles from './HistoryCharts.module.css';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

const CHOICES: readonly { value: HistorySpan; label: string }[] = [
  { value: 'day', label: '24 hours' },
  { value: 'month', label: '30 days' },
  { value: 'year', label: 'A year' },
];
const REFRESH_MS = 60_000;

/** Readings and heartbeats of a node over a day, a month or a year. */
export function HistorySection({ node }: { node: Pick<NodeDetails, 'nodeId' | 'unit'> }) {
  const { nodeId } = node;
  const [span, setSpan] = useState<HistorySpan>('day');
  const load = useAdminResource(
    useMemo(() => (token: string) => fetchNodeHistory(token, nodeId, span), [nodeId, span]),
    { refreshMs: REFRESH_MS },
  );
  return (
    <Stack as="section" gap={4} aria-label="History">
      <div className={styles.choice}>
        <ChoiceField label="Shown" choices={CHOICES} value={span} onChange={setSpan} />
      </div>
      <LoadFailureMessage text="Failed to load the history" load={load} />
      {load.data ? (
        <>
          <HistoryCharts history={load.data} node={node} />
          <HistoryTable history={load.data} node={node} />
        </>
      ) : (
        <div className={styles.empty} />
      )}
    </Stack>
  );
}

interface Props {
  history: NodeHistory;
  node: Pick<NodeDetails, 'unit'>;
}

/** Both charts on the same time axis, with their content in words above each. */
function HistoryCharts({ history, node }: Props) {
  const words = readingWords(history, node);
  const range = rangeOf(history);
  const rates = ratesOf(history);
  const rateAxis = axisOf({ low: 0, high: Math.max(...rates.map((rate) => rate ?? 0)) || 1 });
  const count = history.heartbeats.length;
  const unknown = columnsPath(count, (step) => stepStateOf(history, step) === 'unknown');
  return (
    <Stack gap={5}>
      {range && (
        <ChartBox title={readingName(node)} words={words} axis={axisOf(range)} history={history}>
          <path className={styles.band} d={bandPath(history.low, history.high, axisOf(range))} />
          <path className={styles.line} d={linePath(history.mean, axisOf(range))} />
        </ChartBox>
      )}
      {!range && (
        <section>
          <Heading level={2}>{readingName(node)}</Heading>
          <Note>{words}</Note>
        </section>
      )}
      <ChartBox title="Heartbeats a minute" words={heartbeatWords(history)} axis={rateAxis} history={history}>
        <path className={styles.unknown} d={unknown} />
        <path className={styles.silent} d={columnsPath(count, (step) => stepStateOf(history, step) === 'silent')} />
        <path className={styles.bars} d={barsPath(rates, rateAxis)} />
      </ChartBox>
      <Row as="ul" gap={4} lineGap={1} align="stretch" className={styles.legend}>
        <li>heard</li>
        <li className={styles.silentMark}>silent</li>
        <li className={styles.unknownMark}>not known: the server was off, or did not keep this yet</li>
      </Row>
    </Stack>
  );
}

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });
const FORMATS = { day: TIME, month: DAY, year: MONTH };
const TIMES = 5;

interface ChartBoxProps {
  title: string;
  /** The content of the chart, in words. */
  words: string;
  axis: Range;
  history: NodeHistory;
  children: ReactNode;
}

/** A chart with its title, its content in words, and its axes. */
function ChartBox({ title, words, axis, history, children }: ChartBoxProps) {
  const id = useId();
  const count = history.heartbeats.length;
  const end = Date.parse(history.until);
  const lengthMs = count * history.stepMinutes * 60_000;
  const times = Array.from({ length: TIMES }, (_, index) => end - lengthMs * (1 - index / (TIMES - 1)));
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <Row gap={4} lineGap={1} align="baseline">
        <Heading level={2} id={id}>
          {title}
        </Heading>
        <Note>{words}</Note>
      </Row>
      <div className={styles.plot} aria-hidden="true">
        <span className={styles.high}>{shortNumber(axis.high)}</span>
        <span className={styles.low}>{shortNumber(axis.low)}</span>
        <svg className={styles.drawing} viewBox={`0 0 ${count} ${CHART_HEIGHT}`} preserveAspectRatio="none">
          {children}
        </svg>
        <Row lineGap={0} align="stretch" justify="between" className={styles.times}>
          {times.map((time) => (
            <span key={time}>{FORMATS[history.span].format(time)}</span>
          ))}
        </Row>
      </div>
    </Stack>
  );
}

const WEEKDAY = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const HOUR = { format: (time: number) => `${WEEKDAY.format(time)} ${TIME.format(time)}` };
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function heartbeatsText({ state, heartbeats }: HistoryRow): string {
  if (state === 'unknown') return 'Not known';
  return state === 'silent' ? 'Silent' : heartbeats.toLocaleString();
}

function readingText({ range }: HistoryRow): string {
  if (!range) return '–';
  return range.low === range.high ? String(range.low) : `${range.low} to ${range.high}`;
}

/** The charts' numbers, for screen readers and everybody who wants to read them. */
function HistoryTable({ history, node }: { history: NodeHistory; node: Pick<NodeDetails, 'unit'> }) {
  const name = readingName(node);
  const format = history.span === 'day' ? HOUR : DATE;
  return (
    <details className={styles.details}>
      <Text as="summary" size="s" tone="accent" strong className={styles.summary}>
        Show as a table
      </Text>
      <table className={styles.table}>
        <caption className={styles.caption}>
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
