export interface Fetched {
  response: Response;
  /** The body, under the same deadline: a socket can fall silent in the middle of an answer. */
  text: () => Promise<string>;
}

/** A fetch that is given up, with its connection, after the deadline. AbortSignal.timeout is too young for us. */
export async function fetchWithDeadline(request: Request, deadlineMs: number): Promise<Fetched> {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
  }, deadlineMs);
  try {
    const response = await fetch(request, { signal: controller.signal });
    const text = async () => {
      try {
        return await response.text();
      } finally {
        clearTimeout(timer);
      }
    };
    return { response, text };
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
}
