import { useState } from 'react';
import { serverMessage } from '#src/api/http.ts';
import { addPasskey, fetchNewPasskeyOptions } from '#src/api/sessions.ts';
import type { PasskeyRecord } from '#contract/admin/passkeys.ts';
import { isMadeBefore, makePasskey, type NewPasskeyOptions } from '#src/device/passkeys.ts';
import { adminCall } from '../session/adminCall.ts';

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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [made, setMade] = useState<PasskeyRecord>();

  const make = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    setMade(undefined);
    try {
      const passkey = await makeAndAdd();
      setMade(passkey);
      if (passkey) await onMade();
      else setFailure(NOT_MADE);
    } catch (error) {
      setFailure(isMadeBefore(error) ? MADE_BEFORE : (serverMessage(error) ?? sentenceFor(error)));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, made, make };
}

async function makeAndAdd(): Promise<PasskeyRecord | undefined> {
  const options = await adminCall(fetchNewPasskeyOptions<NewPasskeyOptions>);
  const made = await makePasskey(options);
  return made && adminCall((token) => addPasskey(token, made));
}

/** A refusal of the browser has a name of its own; a server that is out of reach is a failed fetch. */
function sentenceFor(error: unknown): string {
  const isOfBrowser =
    error instanceof Error && ['SecurityError', 'NotSupportedError', 'ConstraintError'].includes(error.name);
  return isOfBrowser ? REFUSED_HERE : UNREACHABLE;
}
