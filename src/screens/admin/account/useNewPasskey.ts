import { useState } from 'react';
import { serverMessage } from '#src/api/http.ts';
import { addPasskey, fetchNewPasskeyOptions } from '#src/api/sessions.ts';
import type { PasskeyRecord } from '#contract/schemas/passkeys.ts';
import { isMadeBefore, makePasskey, type NewPasskeyOptions } from '#src/device/passkeys.ts';
import { adminCall } from '../session/adminCall.ts';
import { useAction } from '../shell/useAction.ts';

const MADE_BEFORE = 'This device has a passkey for you already.';
const NOT_MADE = 'No passkey was made: the browser’s dialog was closed, or nothing happened in it for too long.';
const UNREACHABLE = 'The server cannot be reached. No passkey was made.';
const REFUSED_HERE = 'This browser made no passkey for this page.';

export interface NewPasskeyMaking {
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
  return { busy, failure, made, make: () => run(make, textOf) };
}

async function makeAndAdd(): Promise<PasskeyRecord | undefined> {
  const options = await adminCall(fetchNewPasskeyOptions<NewPasskeyOptions>);
  const made = await makePasskey(options);
  return made && adminCall((token) => addPasskey(token, made));
}

function textOf(error: unknown): string {
  return isMadeBefore(error) ? MADE_BEFORE : (serverMessage(error) ?? sentenceFor(error));
}

/** A refusal of the browser has a name of its own; a server that is out of reach is a failed fetch. */
function sentenceFor(error: unknown): string {
  const isOfBrowser =
    error instanceof Error && ['SecurityError', 'NotSupportedError', 'ConstraintError'].includes(error.name);
  return isOfBrowser ? REFUSED_HERE : UNREACHABLE;
}
