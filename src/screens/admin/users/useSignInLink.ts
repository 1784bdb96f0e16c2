import { useState } from 'react';
import { createSignInLink } from '#src/api/users.ts';
import { addressOrName } from '#domain/access/withoutMail.ts';
import type { SignInLinkResponse } from '#contract/schemas/links.ts';
import type { UserRecord } from '#contract/schemas/accounts.ts';
import { adminCall } from '../session/adminCall.ts';
import { failureText } from '../shell/failureText.ts';
import { useAction } from '../shell/useAction.ts';

export interface SignInLinkOf {
  user: UserRecord;
  link: SignInLinkResponse;
}

/** Makes sign-in links, one at a time: each is good until it is used or over, shown or not. */
export function useSignInLink() {
  const [made, setMade] = useState<SignInLinkOf>();
  const { failure, run } = useAction();

  const make = (user: UserRecord) =>
    run(
      async () => setMade({ user, link: await adminCall((token) => createSignInLink(token, user.id)) }),
      (error) => `No link was made for ${addressOrName(user)}. ${failureText(error)}`,
    );

  return { made, failure, make, close: () => setMade(undefined) };
}
