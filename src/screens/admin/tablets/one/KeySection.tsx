import { useState } from 'react';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { endText } from '#domain/tabletAdmin/tabletState.ts';
import { Button } from '#src/ui/Button.tsx';
import { SectionHead } from '../../shell/Section.tsx';
import { KeyQuestion, type Question } from './KeyQuestion.tsx';
import type { KeyActions } from './useKeyActions.ts';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  tablet: Tablet;
  now: number;
  run: KeyActions['run'];
}

/** Replacing a tablet's key, revoking it, and deleting a tablet that has none. */
export function KeySection({ tablet, now, run }: Props) {
  const [question, setQuestion] = useState<Question>();
  const { name, state, canReplaceKey } = tablet;

  return (
    <section aria-labelledby="key-heading" className={shapes.stack2}>
      <SectionHead id="key-heading" title="Key" />
      <p>{sentence(tablet, now)}</p>
      <div className={shapes.row3}>
        <Button onClick={() => setQuestion(state === 'active' ? 'key' : 'connect')}>
          {state === 'active' ? 'New key…' : 'Connect again…'}
        </Button>
        <Button variant="danger" onClick={() => setQuestion(state === 'active' ? 'revoke' : 'delete')}>
          {state === 'active' ? 'Revoke…' : 'Delete…'}
        </Button>
      </div>
      {question && (
        <KeyQuestion
          question={question}
          name={name}
          canReplaceKey={canReplaceKey}
          onClose={() => setQuestion(undefined)}
          onConfirm={(action) => {
            setQuestion(undefined);
            void run(action);
          }}
        />
      )}
    </section>
  );
}

function sentence(tablet: Tablet, now: number): string {
  if (tablet.state === 'waiting') return 'No screen has collected the key yet.';
  if (tablet.state === 'revoked') {
    return 'The key is not valid any more: the tablet has emptied itself, or does so as soon as it reaches the server.';
  }
  if (tablet.keyWaiting) return 'A new key waits for the tablet, which takes it over by itself. The old one ends then.';
  return `The tablet shows its key instead of signing in. ${endText(tablet, now) ?? 'It is valid until it is revoked'}.`;
}
