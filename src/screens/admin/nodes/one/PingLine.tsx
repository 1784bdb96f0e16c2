import { useState } from 'react';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { pathOf } from '#contract/pathPatterns.ts';
import { copyText } from '#src/device/copyText.ts';
import { environment } from '#src/environment.ts';
import { Button } from '#src/ui/Button.tsx';
import shapes from '#src/ui/shapes.module.css';
import styles from './NodeNotes.module.css';

/** Stands for the key: the server has only its hash. */
const KEY = 'NODE_KEY';

function curlLine(nodeId: string): string {
  const address = environment().baseApiUrl + pathOf(ADMIN_PATTERNS.ping, { nodeKey: KEY, nodeId });
  // The one sign in an encoded URL that would end the quotes.
  return `curl '${address.replaceAll("'", '%27')}?value=21.5'`;
}

/** The line by which a script reports for this node, to be copied. */
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
        className={`${shapes.box} ${shapes.wide} ${styles.field}`}
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
