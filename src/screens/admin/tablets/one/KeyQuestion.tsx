import { QuestionDialog } from '../../shell/QuestionDialog.tsx';

export type Question = 'replace' | 'reconnect' | 'link' | 'revoke' | 'delete';

interface Words {
  title: (name: string) => string;
  text: string;
  action: string;
  isDangerous: boolean;
}

const WORDS: Record<Question, Words> = {
  replace: {
    title: (name) => `Replace the key of “${name}”?`,
    text: 'The tablet takes over a new key by itself, and nobody has to touch it. The old key ends when the new one is used first. If somebody else may know the key, make a new link instead: the old one ends at once then.',
    action: 'Replace',
    isDangerous: false,
  },
  reconnect: {
    title: (name) => `Connect “${name}” again?`,
    text: 'This tablet cannot take over a new key by itself. It has no proof of its own, as screens have that were connected with this version, or another device has shown its key: the server could not tell it from somebody who has read the key. Connect it again with a new link, or with the letters on its screen. The old key ends at once.',
    action: 'Connect again',
    isDangerous: false,
  },
  link: {
    title: (name) => `New link for “${name}”?`,
    text: 'The old key ends at once, and the tablet empties itself if it still uses it. Name, albums and settings stay. The new link then has to be opened on the tablet, or the letters on its screen typed here.',
    action: 'Make the link',
    isDangerous: false,
  },
  revoke: {
    title: (name) => `Revoke “${name}”?`,
    text: 'The tablet empties itself: its photos are deleted there, and it shows nothing until it is connected again. Name, albums and settings stay here.',
    action: 'Revoke',
    isDangerous: true,
  },
  delete: {
    title: (name) => `Delete “${name}”?`,
    text: 'Its name, albums and settings are gone for good.',
    action: 'Delete',
    isDangerous: true,
  },
};

interface Props {
  question: Question;
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function KeyQuestion({ question, name, onConfirm, onClose }: Props) {
  const { title, text, action, isDangerous } = WORDS[question];
  return (
    <QuestionDialog
      title={title(name)}
      action={action}
      isDangerous={isDangerous}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{text}</p>
    </QuestionDialog>
  );
}
