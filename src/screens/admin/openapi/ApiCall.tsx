import { useState } from 'react';
import { copyText } from '#src/device/copyText.ts';
import { curlCommand } from '#domain/openapi/curlCommand.ts';
import type { DescribedCall, DescribedParameter, DescribedResponse } from '#domain/openapi/describedCalls.ts';
import { environment } from '#src/environment.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from './ApiCall.module.css';

/** One call, closed until somebody opens it. */
export function ApiCall({ call }: { call: DescribedCall }) {
  const { method, path, summary } = call;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.call} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <span className={`${styles.method} ${method === 'GET' ? '' : styles.changes}`}>{method}</span>
        <code className={styles.path}>{path}</code>
        <span className={styles.what}>{summary}</span>
      </summary>
      {isOpen && <CallDetails call={call} />}
    </details>
  );
}

function CallDetails({ call }: { call: DescribedCall }) {
  const { details, needs, parameters, body, responses } = call;
  return (
    <div className={styles.details}>
      {details && <p>{details}</p>}
      <p>
        <strong>Needs:</strong> {needs}
      </p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {body?.kind === 'json' && <Example title="Body" text={body.text} />}
      {body?.kind === 'form' && (
        <p>
          <strong>Body:</strong> a form with the files in the field <code>{body.field}</code>
        </p>
      )}
      <Responses responses={responses} />
      <CurlExample call={call} />
    </div>
  );
}

function Parameters({ parameters }: { parameters: readonly DescribedParameter[] }) {
  return (
    <dl className={styles.list} aria-label="Parameters">
      {parameters.map(({ name, place, isRequired, about, example }) => (
        <div key={`${place} ${name}`} className={styles.row}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            in the {place}
            {isRequired ? '' : ', optional'}
            {about && `: ${about}`}
            {example !== undefined && (
              <>
                {' – such as '}
                <code>{example}</code>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Responses({ responses }: { responses: readonly DescribedResponse[] }) {
  const shown = responses.find(({ example, status }) => example !== undefined && status.startsWith('2'));
  return (
    <>
      <dl className={styles.list} aria-label="Responses">
        {responses.map(({ status, about }) => (
          <div key={status} className={styles.row}>
            <dt>
              <code>{status === 'default' ? '5xx' : status}</code>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      {shown?.example !== undefined && <Example title={`Response ${shown.status}`} text={shown.example} />}
    </>
  );
}

function Example({ title, text }: { title: string; text: string }) {
  return (
    <figure className={styles.example}>
      <figcaption>{title}</figcaption>
      <pre>{text}</pre>
    </figure>
  );
}

function CurlExample({ call }: { call: DescribedCall }) {
  const [note, setNote] = useState('');
  const command = curlCommand(call, environment().baseApiUrl);
  async function copy() {
    setNote((await copyText(command)) ? 'Copied' : 'This browser does not allow it: mark the text and copy it');
  }
  return (
    <>
      <Example title="On a command line" text={command} />
      <p className={styles.copy}>
        <Button size="s" onClick={() => void copy()}>
          Copy as curl
        </Button>
        <output>{note}</output>
      </p>
    </>
  );
}
