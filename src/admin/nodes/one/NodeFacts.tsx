import { useState } from 'react';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { pathOf } from '#contract/pathPatterns.ts';
import type { NodeDetails } from '#contract/nodes/schemas.ts';
import { mediumDate } from '#domain/clock/mediumDate.ts';
import { onText, whenText } from '#domain/clock/when.ts';
import { heartbeatAge, NEVER, punctuality } from '#domain/nodes/nodeList.ts';
import { readingName } from '#domain/nodes/historyWords.ts';
import { valueText } from '#domain/nodes/valueWatch.ts';
import { copyText } from '#src/admin/links/copyText.ts';
import { environment } from '#src/environment.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LEVEL_LOOKS, PunctualityMark } from '../NodeRow.tsx';
import styles from './NodeFacts.module.css';
import { shapes } from '#src/shared/ui/shapes.ts';
import screenStyles from './NodeNotes.module.css';

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
    { name: readingName(node), text: node.brightness === null ? 'Not reported' : valueText(node.brightness, node) },
    { name: 'First seen', text: firstSeenText(node) },
    { name: 'Key it reports with', text: keyText(node) },
  ];
  return (
    <dl className={`${shapes.card} ${shapes.grid} ${shapes.gap35} ${shapes.padded4} ${styles.facts}`}>
      <div className={styles.fact}>
        <dt className={shapes.small}>Status</dt>
        <dd className={LEVEL_LOOKS[level]}>
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
          <dd className={LEVEL_LOOKS.silent}>That something failed</dd>
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

/** A placeholder for the key, of which the server has only the hash. */
const KEY = 'NODE_KEY';

function curlLine(nodeId: string): string {
  const address = environment().baseApiUrl + pathOf(ADMIN_PATTERNS.ping, { nodeKey: KEY, nodeId });
  // The quote is the one character of an encoded URL that would end the quotes.
  return `curl '${address.replaceAll("'", '%27')}?value=21.5'`;
}

/** A command to copy, by which a script reports for this node. */
export function PingLine({ nodeId }: { nodeId: string }) {
  const [copied, setCopied] = useState<boolean>();
  const line = curlLine(nodeId);
  const copy = async () => setCopied(await copyText(line));
  return (
    <section className={`${shapes.stack3} ${shapes.slim}`} aria-labelledby="ping-line">
      <h2 id="ping-line" className={shapes.heading}>
        Report with one line
      </h2>
      <p>
        A script or a microcontroller reports for this node by calling this address, with the key of a device in place
        of {KEY}. The value is optional; <code>unit</code>, <code>text</code> and <code>ok=0</code> may follow it.
      </p>
      <input
        className={`${shapes.box} ${shapes.wide} ${shapes.surface} ${screenStyles.field}`}
        aria-label="Line to copy"
        readOnly
        value={line}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button className={shapes.atStart} onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
      {copied === false && <output>Please select the line and copy it.</output>}
    </section>
  );
}
