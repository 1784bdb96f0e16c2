import { statusOf } from '../../../api/http.ts';
import { endSession, storedUser } from '../../../session/storedUser.ts';

/** Makes a call with the stored token. A 401 ends the session, and AdminLayout then leads to the landing page. */
export async function adminCall<Data>(call: (token: string) => Promise<Data>): Promise<Data> {
  const token = storedUser()?.token ?? '';
  try {
    return await call(token);
  } catch (error) {
    if (statusOf(error) === 401) endSession(token);
    throw error;
  }
}
