import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { endText } from '#domain/tabletAdmin/tabletState.ts';
import { removeTablet, replaceKey, replaceLink } from '#src/api/tablets.ts';
import { Button } from '#src/ui/Button.tsx';
import { RadioList } from '#src/ui/choices/RadioList.tsx';
import { adminCall } from '../../session/adminCall.ts';
import { QuestionDialog } from '../../shell/dialogs.tsx';
import { SectionHead } from '../../shell/Section.tsx';
import { showToast, withToast } from '../../shell/toasts.ts';
import { shapes } from '#src/ui/shapes.ts';

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

interface KeyActions {
  /** The link that was just made. */
  link: string | undefined;
  closeLink: () => void;
  run: (action: KeyAction) => Promise<void>;
}

/** The actions to run when the questions are confirmed. */
export function useKeyActions({ id, name }: Tablet, reload: () => Promise<void>): KeyActions {
  const [link, setLink] = useState<string>();
  const navigate = useNavigate();

  const makeLink = async (token: string) => {
    setLink((await replaceLink(token, id)).url);
    return `“${name}” has a new key. Connect its screen now.`;
  };

  const actions: Record<KeyAction, (token: string) => Promise<string>> = {
    replace: async (token) => {
      await replaceKey(token, id);
      return `“${name}” takes over a new key by itself.`;
    },
    connect: makeLink,
    revoke: async (token) => {
      await removeTablet(token, id, 'revoke');
      return `“${name}” was revoked.`;
    },
    delete: async (token) => {
      await removeTablet(token, id, 'delete');
      return `“${name}” was deleted.`;
    },
  };

  const run = (action: KeyAction) =>
    withToast(
      async () => {
        showToast({ text: await adminCall(actions[action]) });
        if (action === 'delete') await navigate({ to: '/admin/tablets', replace: true });
        else await reload();
        return undefined;
      },
      { failed: (why) => `Nothing was changed. ${why}` },
    );

  return { link, closeLink: () => setLink(undefined), run };
}

type Question = 'key' | 'connect' | 'revoke' | 'delete';

/** The way to a new key: the tablet takes it over by itself, or somebody connects the tablet again. */
type KeyAction = 'replace' | 'connect' | 'revoke' | 'delete';

const CONNECT_HINT = 'The old key ends at once. You type the letters on its screen, or open a link there.';

const WORDS = {
  connect: {
    title: (name: string) => `Connect “${name}” again?`,
    text: 'Name, albums and settings stay. Its old key, if it still has one, ends at once, and the screen shows letters.',
    action: 'Connect again',
  },
  revoke: {
    title: (name: string) => `Revoke “${name}”?`,
    text: 'The tablet empties itself: its photos are deleted there, and it shows nothing until it is connected again. Name, albums and settings stay here.',
    action: 'Revoke',
  },
  delete: {
    title: (name: string) => `Delete “${name}”?`,
    text: 'Its name, albums and settings are deleted for good.',
    action: 'Delete',
  },
} as const;

interface KeyQuestionProps {
  question: Question;
  name: string;
  /** Whether the tablet can take over a key by itself. */
  canReplaceKey: boolean;
  onConfirm: (action: KeyAction) => void;
  onClose: () => void;
}

function KeyQuestion({ question, name, canReplaceKey, onConfirm, onClose }: KeyQuestionProps) {
  if (question === 'key') return <NewKeyQuestion {...{ name, canReplaceKey, onConfirm, onClose }} />;
  const { title, text, action } = WORDS[question];
  return (
    <QuestionDialog
      title={title(name)}
      action={action}
      isDangerous={question !== 'connect'}
      onConfirm={() => onConfirm(question)}
      onClose={onClose}
    >
      <p>{text}</p>
    </QuestionDialog>
  );
}

/** One question for both ways to a new key. */
function NewKeyQuestion({ name, canReplaceKey, onConfirm, onClose }: Omit<KeyQuestionProps, 'question'>) {
  const [way, setWay] = useState(canReplaceKey ? 'replace' : 'connect');
  return (
    <QuestionDialog
      title={`A new key for “${name}”?`}
      action="Give a new key"
      isDangerous={false}
      onConfirm={() => onConfirm(way === 'replace' ? 'replace' : 'connect')}
      onClose={onClose}
    >
      {canReplaceKey ? (
        <RadioList
          label="How it gets the key"
          name="new-key"
          value={way}
          onChange={setWay}
          choices={[
            {
              value: 'replace',
              label: 'By itself',
              hint: 'Nobody touches the tablet. The old key ends when the new one is first used.',
            },
            { value: 'connect', label: 'Connect it again, as somebody else may know the key', hint: CONNECT_HINT },
          ]}
        />
      ) : (
        <p>
          This tablet cannot take over a key by itself: it has not proved that it is the one, or another device has
          shown its key. So it has to be connected again. {CONNECT_HINT}
        </p>
      )}
    </QuestionDialog>
  );
}
