import { createListeners } from '#domain/listeners.ts';
import { statusOf, unknownAt } from '#src/shared/api/http.ts';
import { fetchSessions } from '#src/admin/api/sessions.ts';
import { endSession, signedInAt, storedUser } from '#src/shared/session/storedUser.ts';

/** Another installation than the one that signed the person in responds at its address, perhaps only for a while. */
export class OtherServerError extends Error {
  override name = 'OtherServerError';
  override message =
    'Another library is served at this address at the moment, and it does not know you. You stay signed in to yours. Trying again…';
}

const refusals = createListeners();

/** Called when a call was refused (403), perhaps for lack of a permission. */
export const subscribeToRefusals = refusals.subscribe;

/**
 * Makes a call with the stored token. A 401 ends the session, and AdminLayout then leads to the landing page. A
 * rejection by another installation, which does not know the token, ends nothing, as it erases nothing on tablets.
 */
export async function adminCall<Data>(call: (token: string) => Promise<Data>): Promise<Data> {
  const token = storedUser()?.token ?? '';
  const installation = signedInAt();
  try {
    return await call(token);
  } catch (error) {
    const unknown = unknownAt(error);
    if (unknown !== undefined && installation !== undefined && unknown !== installation) throw new OtherServerError();
    if (statusOf(error) === 401) endSession(token);
    if (statusOf(error) === 403) refusals.notify();
    throw error;
  }
}

/** Called after a rejection that does not name its installation. Returns whether the session has ended. */
export async function endUnlessElsewhere(token: string): Promise<boolean> {
  if (signedInAt() === undefined) endSession(token);
  // This call ends the session itself if its own installation rejects the token.
  else await adminCall(fetchSessions).catch(() => undefined);
  return storedUser()?.token !== token;
}
