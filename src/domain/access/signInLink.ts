const SIGN_IN = '#sign-in-link=';
const INVITATION = '#invitation=';
const GO_ON = '#go-on=';

/** The token is in the fragment, which browsers send to nobody: it gets into no log of a server or proxy on the way. */
export function signInLink(origin: string, token: string): string {
  return `${origin}/${SIGN_IN}${token}`;
}

export function invitationLink(origin: string, token: string): string {
  return `${origin}/${INVITATION}${token}`;
}

/** The link of a session that goes on at another address: its own page opens it, so it asks for no click. */
export function goOnLink(origin: string, token: string): string {
  return `${origin}/${GO_ON}${token}`;
}

export function goOnTokenFrom(fragment: string): string | undefined {
  return tokenBehind(GO_ON, fragment);
}

/** The one-time token of a sign-in link. */
export function linkTokenFrom(fragment: string): string | undefined {
  return tokenBehind(SIGN_IN, fragment);
}

export function invitationTokenFrom(fragment: string): string | undefined {
  return tokenBehind(INVITATION, fragment);
}

function tokenBehind(start: string, fragment: string): string | undefined {
  if (!fragment.startsWith(start)) return undefined;
  return fragment.slice(start.length) || undefined;
}
