import type { NodeDetails } from '#contract/schemas/nodes.ts';
import { mediumDate } from '#domain/clock/mediumDate.ts';
import { onText, whenText } from '#domain/clock/when.ts';
import { heartbeatAge, NEVER, punctuality } from '#domain/nodes/nodeList.ts';
import { readingName } from '#domain/nodes/historyWords.ts';
import { textOf } from '#domain/alerts/valueWatch.ts';
import { reader } from '#src/session/reader.ts';
import { PunctualityMark } from '../PunctualityMark.tsx';
import row from '../NodeRow.module.css';
import styles from './NodeFacts.module.css';
import shapes from '#src/ui/shapes.module.css';

function firstSeenText({ firstSeenAt, lastHeartbeat }: NodeDetails): string {
  if (firstSeenAt !== null) return whenText(firstSeenAt, reader());
  return lastHeartbeat === null ? NEVER : 'Not known: before this was recorded';
}

function keyText({ key }: NodeDetails): string {
  if (!key) return 'Not known';
  return key.isRevoked ? `${key.name} (revoked)` : key.name;
}

function refusedText({ name, at }: NonNullable<NodeDetails['refusedKey']>): string {
  return `${name} reports it too, last ${onText(at, reader())}`;
}

/** The facts about a node. */
export function NodeFacts({ node }: { node: NodeDetails }) {
  const level = punctuality(node.durationSinceLastMs);
  const facts = [
    { name: 'Last heartbeat', text: node.lastHeartbeat === null ? NEVER : mediumDate(node.lastHeartbeat) },
    { name: readingName(node), text: node.brightness === null ? 'Not told' : textOf(node.brightness, node) },
    { name: 'First seen', text: firstSeenText(node) },
    { name: 'Key it reports with', text: keyText(node) },
  ];
  return (
    <dl className={`${shapes.card} ${styles.facts}`}>
      <div className={styles.fact}>
        <dt className={shapes.small}>Status</dt>
        <dd className={row[level]}>
          <PunctualityMark of={level} />
          {heartbeatAge(node.durationSinceLastMs)}
        </dd>
      </div>
      {facts.map(({ name, text }) => (
        <div key={name} className={styles.fact}>
          <dt className={shapes.small}>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {node.isFailing && (
        <div className={`${styles.fact} ${styles.sentence}`}>
          <dt className={shapes.small}>It says</dt>
          <dd className={row.silent}>That something failed</dd>
        </div>
      )}
      {node.text !== null && (
        <div className={`${styles.fact} ${styles.sentence}`}>
          <dt className={shapes.small}>Text</dt>
          <dd>{node.text}</dd>
        </div>
      )}
      {node.refusedKey && (
        <div className={`${styles.fact} ${styles.sentence}`}>
          <dt className={shapes.small}>Refused key</dt>
          <dd>{refusedText(node.refusedKey)}</dd>
        </div>
      )}
    </dl>
  );
}
