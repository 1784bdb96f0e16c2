import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { endText } from '#domain/tablets/tabletState.ts';
import { endTabletKey, removeTablet } from '#src/admin/api/tablets.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { QuestionDialog } from '#src/admin/shell/dialogs.tsx';
import { SectionHead } from '#src/admin/shell/Section.tsx';
import { showToast, withToast } from '#src/admin/shell/toasts.ts';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

interface Props {
  tablet: Tablet;
  now: number;
  actions: KeyActions;
}

/** Ending a tablet's key, connecting its screen again, and deleting a tablet that has no key. */
export function KeySection({ tablet, now, actions }: Props) {
  const [question, setQuestion] = useState<KeyAction>();
  const { name, state } = tablet;

  return (
    <Stack as="section" gap={2} aria-labelledby="key-heading">
      <SectionHead id="key-heading" title="Key" />
      <p>{sentence(tablet, now)}</p>
      <Row gap={3} align="stretch">
        <Button onClick={() => (state === 'active' ? setQuestion('new-key') : actions.connectAgain(true))}>
          {state === 'active' ? 'New key…' : 'Connect again…'}
        </Button>
        <Button variant="danger" onClick={() => setQuestion(state === 'active' ? 'revoke' : 'delete')}>
          {state === 'active' ? 'Revoke…' : 'Delete…'}
        </Button>
      </Row>
      {question && (
        <KeyQuestion
          question={question}
          name={name}
          onClose={() => setQuestion(undefined)}
          onConfirm={() => {
            setQuestion(undefined);
            void actions.run(question);
          }}
        />
      )}
    </Stack>
  );
}

function sentence(tablet: Tablet, now: number): string {
  if (tablet.state === 'waiting') return 'No screen has collected the key yet.';
  if (tablet.state === 'revoked') {
    return 'The key is not valid any more. The screen empties itself and shows six letters, within a minute or as soon as it reaches the server.';
  }
  return `The tablet shows its key instead of signing in. ${endText(tablet, now) ?? 'It is valid until it is revoked'}.`;
}

interface KeyActions {
  /** Whether the field for the letters of its screen is open. */
  isConnecting: boolean;
  connectAgain: (isOpen: boolean) => void;
  run: (action: KeyAction) => Promise<void>;
}

/** The actions to run when the questions are confirmed. */
export function useKeyActions({ id, name }: Tablet, reload: () => Promise<void>): KeyActions {
  const [isConnecting, setIsConnecting] = useState(false);
  const navigate = useNavigate();

  const actions: Record<KeyAction, (token: string) => Promise<string>> = {
    'new-key': async (token) => {
      await endTabletKey(token, id);
      setIsConnecting(true);
      return `The old key of “${name}” has ended.`;
    },
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

  return { isConnecting, connectAgain: setIsConnecting, run };
}

type KeyAction = 'new-key' | 'revoke' | 'delete';

const WORDS: Record<KeyAction, { title: (name: string) => string; text: string; action: string }> = {
  'new-key': {
    title: (name) => `A new key for “${name}”?`,
    text: 'The old key ends at once. The screen empties itself and shows six letters within a minute; you type them here, and it is this tablet again. Name, albums, settings and history stay.',
    action: 'End the old key',
  },
  revoke: {
    title: (name) => `Revoke “${name}”?`,
    text: 'The tablet empties itself: its photos are deleted there, and it shows nothing until it is connected again. Name, albums and settings stay here.',
    action: 'Revoke',
  },
  delete: {
    title: (name) => `Delete “${name}”?`,
    text: 'Its name, albums and settings are deleted for good.',
    action: 'Delete',
  },
};

interface KeyQuestionProps {
  question: KeyAction;
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}

function KeyQuestion({ question, name, onConfirm, onClose }: KeyQuestionProps) {
  const { title, text, action } = WORDS[question];
  return (
    <QuestionDialog title={title(name)} action={action} isDangerous onConfirm={onConfirm} onClose={onClose}>
      <p>{text}</p>
    </QuestionDialog>
  );
}
