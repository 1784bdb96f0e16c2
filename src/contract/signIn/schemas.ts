import { type Static, Type } from 'typebox';
import { EXAMPLES, time } from '#contract/schemas.ts';
import { PERSON_NAME_MAX_CHARACTERS } from '#contract/signIn/signIn.ts';

// Links that sign people in, and set a server up.

export const url = Type.String({ description: 'The link; it can be read only in this response' });

/** A link for an account that exists. */
export const SignInLinkResponse = Type.Object(
  { url, until: time },
  {
    $id: 'SignInLink',
    examples: [{ url: 'https://photos.example/#sign-in-link=a94a8fe5', until: EXAMPLES.updatedAt }],
  },
);
export type SignInLinkResponse = Static<typeof SignInLinkResponse>;

/** The account whose session a link continues. A page names it before it replaces another account by this one. */
export const GoOnAccount = Type.Object(
  { firstName: Type.String(), email: Type.String() },
  { $id: 'GoOnAccount', examples: [{ firstName: 'Ada', email: 'ada@example.org' }] },
);
export type GoOnAccount = Static<typeof GoOnAccount>;

export const token = Type.String({ maxLength: 200 });
const SET_UP_TOKEN = '0123456789abcdef0123456789abcdef0123456789abcdef';

/** The token follows the `=` in a link. */
export function tokenOf(example: string) {
  return Type.Object({ token }, { examples: [{ token: example }] });
}

export const LinkToken = tokenOf(EXAMPLES.linkToken);
export const GoOnToken = tokenOf(EXAMPLES.goOnToken);
export const SetUpToken = tokenOf(SET_UP_TOKEN);

export const FirstAdmin = Type.Object(
  {
    token,
    /** Longer than a name may be, since spaces around it are removed. */
    name: Type.String({ maxLength: 2 * PERSON_NAME_MAX_CHARACTERS }),
  },
  { examples: [{ token: SET_UP_TOKEN, name: 'Ada Lovelace' }] },
);
