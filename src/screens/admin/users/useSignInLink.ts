import { useState } from 'react';
import { createSignInLink } from '#src/api/users.ts';
import { addressOrName } from '#domain/access/withoutMail.ts';
import type { SignInLinkResponse } from '#contract/admin/invitations.ts';
import type { UserRecord } from '#contract/entities.ts';
import { adminCall } from '../session/adminCall.ts';
import { failureText } from '../shell/failureText.ts';

export interface MadeLink {
  user: UserRecord;
  link: SignInLinkResponse;
}

/** Makes sign-in links, one at a time: each is good until it is used or over, shown or not. */
export function useSignInLink() {
  const [made, setMade] = useState<MadeLink>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const make = async (user: UserRecord) => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      setMade({ user, link: await adminCall((token) => createSignInLink(token, user.id)) });
    } catch (error) {
      setFailure(`No link was made for ${addressOrName(user)}. ${failureText(error)}`);
    } finally {
      setBusy(false);
    }
  };

  return { made, failure, make, close: () => setMade(undefined) };
}
