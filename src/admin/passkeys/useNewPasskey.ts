import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { serverMessage } from '#src/shared/api/http.ts';
import { addPasskey, fetchNewPasskeyOptions } from '#src/admin/api/passkeys.ts';
import type { PasskeyRecord } from '#contract/passkeys/schemas.ts';
import { canHoldPasskey, isMadeBefore, makePasskey, type NewPasskeyOptions } from '#src/shared/device/passkeys.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { showToast, withToast } from '#src/admin/shell/toasts.ts';
import { useAction } from '#src/admin/shell/useAction.ts';

const MADE_BEFORE = 'This device has a passkey for you already.';
const NOT_MADE = 'No passkey was made: the browser’s dialog was closed, or it timed out.';
const UNREACHABLE = 'The server cannot be reached. No passkey was made.';
const REFUSED_HERE = 'This browser made no passkey for this page.';

interface NewPasskeyMaking {
  busy: boolean;
  failure: string | undefined;
  made: PasskeyRecord | undefined;
  make: () => Promise<void>;
}

/** Makes a passkey of the signed-in person on this device, or on another that the browser offers. */
export function useNewPasskey(onMade: () => Promise<void>): NewPasskeyMaking {
  const { busy, failure, setFailure, run } = useAction();
  const [made, setMade] = useState<PasskeyRecord>();

  const make = async () => {
    setMade(undefined);
    const passkey = await makeAndAdd();
    setMade(passkey);
    if (passkey) await onMade();
    else setFailure(NOT_MADE);
  };
  return { busy, failure, made, make: () => run(make, passkeyFailure) };
}

/** Offers a passkey once after a sign-in by a link, since nobody has a link at hand the next time. */
export function OfferAfterLink() {
  const { history } = useRouter();
  useEffect(() => {
    const { href, state } = history.location;
    if (!state.signedInByLink) return;
    history.replace(href, { ...state, signedInByLink: false });
    void offer();
  }, [history]);
  return null;
}

async function offer(): Promise<void> {
  if (!(await canHoldPasskey())) return;
  const action = { label: 'Make a passkey', run: () => void makeWithToast() };
  showToast({ text: 'Make a passkey for this device?', action, stays: true });
}

async function makeAndSay(): Promise<string> {
  return (await makeAndAdd()) ? 'From now on you sign in here with your passkey.' : NOT_MADE;
}

function makeWithToast(): Promise<void> {
  return withToast(makeAndSay, { failed: (_why, error) => passkeyFailure(error), again: () => void makeWithToast() });
}

async function makeAndAdd(): Promise<PasskeyRecord | undefined> {
  const options = await adminCall(fetchNewPasskeyOptions<NewPasskeyOptions>);
  const made = await makePasskey(options);
  return made && adminCall((token) => addPasskey(token, made));
}

function passkeyFailure(error: unknown): string {
  return isMadeBefore(error) ? MADE_BEFORE : (serverMessage(error) ?? sentenceFor(error));
}

/** A rejection by the browser has a name of its own; a server out of reach is a failed fetch. */
function sentenceFor(error: unknown): string {
  const isOfBrowser =
    error instanceof Error && ['SecurityError', 'NotSupportedError', 'ConstraintError'].includes(error.name);
  return isOfBrowser ? REFUSED_HERE : UNREACHABLE;
}
