import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { removeTablet, replaceKey, replaceLink } from '#src/api/tablets.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { adminCall } from '../../session/adminCall.ts';
import { showToast, withToast } from '../../shell/toasts.ts';
import type { KeyAction } from './KeyQuestion.tsx';

export interface KeyActions {
  /** The link that was just made. */
  link: string | undefined;
  closeLink: () => void;
  run: (action: KeyAction) => Promise<void>;
}

/** The action of each question when it is confirmed. */
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
