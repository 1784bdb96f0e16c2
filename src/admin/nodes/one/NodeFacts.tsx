import { useState } from 'react';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { pathOf } from '#contract/pathPatterns.ts';
import type { NodeDetails } from '#contract/nodes/schemas.ts';
import { mediumDate } from '#domain/clock/mediumDate.ts';
import { onText, whenText } from '#domain/clock/when.ts';
import { ageText, NEVER } from '#domain/clock/age.ts';
import { punctuality } from '#domain/nodes/nodeList.ts';
import { readingName } from '#domain/nodes/historyWords.ts';
import { valueText } from '#domain/nodes/valueWatch.ts';
import { copyText } from '#src/admin/links/copyText.ts';
import { environment } from '#src/environment.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LEVEL_LOOKS, PunctualityMark } from '../NodeRow.tsx';
import styles from './NodeFacts.module.css';
import { Card } from '#src/shared/ui/layout/Card.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
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
    <Card as="dl" padding="l" className={styles.facts}>
      <div className={styles.fact}>
        <Note as="dt" size="xs">
          Status
        </Note>
        <Text as="dd" {...LEVEL_LOOKS[level]}>
          <PunctualityMark of={level} />
          {ageText(node.durationSinceLastMs)}
        </Text>
      </div>
      {facts.map(({ name, text }) => (
        <div key={name} className={styles.fact}>
          <Note as="dt" size="xs">
            {name}
          </Note>
          <dd>{text}</dd>
        </div>
      ))}
      {node.isFailing && (
        <div className={`${styles.fact} ${styles.sentence}`}>
          <Note as="dt" size="xs">
            It says
          </Note>
          <Text as="dd" {...LEVEL_LOOKS.silent}>
            That something failed
          </Text>
        </div>
      )}
      {node.text !== null && (
        <div className={`${styles.fact} ${styles.sentence}`}>
          <Note as="dt" size="xs">
            Text
          </Note>
          <dd>{node.text}</dd>
        </div>
      )}
      {node.refusedKey && (
        <div className={`${styles.fact} ${styles.sentence}`}>
          <Note as="dt" size="xs">
            Refused key
          </Note>
          <dd>{refusedText(node.refusedKey)}</dd>
        </div>
      )}
    </Card>
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
    <Stack as="section" aria-labelledby="ping-line">
      <Heading level={2} id="ping-line">
        Report with one line
      </Heading>
      <p>
        A script or a microcontroller reports for this node by calling this address, with the key of a device in place
        of {KEY}. The value is optional; <code>unit</code>, <code>text</code> and <code>ok=0</code> may follow it.
      </p>
      <input
        className={screenStyles.field}
        aria-label="Line to copy"
        readOnly
        value={line}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Row>
        <Button onClick={() => void copy()}>{copied ? 'Copied' : 'Copy'}</Button>
      </Row>
      {copied === false && <output>Please select the line and copy it.</output>}
    </Stack>
  );
}
