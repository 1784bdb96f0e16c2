import { statusOf } from '../../../api/http.ts';
import { endSession, storedUser } from '../../../session/storedUser.ts';

/** Every admin call goes through here: a 401 means that the session is over (DECISIONS §4). */
export async function adminCall<Answer>(call: (token: string) => Promise<Answer>): Promise<Answer> {
  const token = storedUser()?.token ?? '';
  try {
    return await call(token);
  } catch (error) {
    if (statusOf(error) === 401) endSession(token);
    throw error;
  }
}
