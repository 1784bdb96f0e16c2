const TIMEOUT_MS = 15_000;

interface Posted {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/**
 * Sends a body and returns the status of the response, good or bad; throws with a reason when there was none. A redirect
 * is not followed: an admin chose this address, and the receiver must not lead the server to another one, such as one
 * inside the house.
 */
export async function post(url: string, { body, headers }: Posted): Promise<number> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw new Error(`${new URL(url).host} cannot be reached${reasonOf(error)}`, { cause: error });
  }
  await response.body?.cancel();
  return response.status;
}

/** Throws a sentence unless the status says that the message was taken. */
export function expectTaken(url: string, status: number): void {
  if (status > 299 && status < 400) {
    const { host } = new URL(url);
    throw new Error(`${host} returned ${status}, which leads to another address: add that one in place of this one`);
  }
  if (status < 200 || status > 299) throw new Error(`${new URL(url).host} returned ${status}`);
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return ': it did not respond';
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : '';
}
