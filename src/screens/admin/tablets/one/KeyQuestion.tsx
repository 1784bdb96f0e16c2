import { useState } from 'react';
import { RadioList } from '#src/ui/choices/RadioList.tsx';
import { QuestionDialog } from '../../shell/QuestionDialog.tsx';

export type Question = 'key' | 'connect' | 'revoke' | 'delete';

/** The way to a new key: the tablet takes it over by itself, or somebody connects it again. */
export type KeyAction = 'replace' | 'connect' | 'revoke' | 'delete';

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

interface Props {
  question: Question;
  name: string;
  /** Whether the tablet can take over a key by itself. */
  canReplaceKey: boolean;
  onConfirm: (action: KeyAction) => void;
  onClose: () => void;
}

export function KeyQuestion({ question, name, canReplaceKey, onConfirm, onClose }: Props) {
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
function NewKeyQuestion({ name, canReplaceKey, onConfirm, onClose }: Omit<Props, 'question'>) {
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
