/** Counts the calls that each page waits for, by the page's id. */
const calls = new Map<string, number>();

export async function countCall<T>(page: string, work: () => Promise<T>): Promise<T> {
  calls.set(page, (calls.get(page) ?? 0) + 1);
  try {
    return await work();
  } finally {
    const left = (calls.get(page) ?? 1) - 1;
    if (left > 0) calls.set(page, left);
    else calls.delete(page);
  }
}

export function isWaitingForServer(page: string): boolean {
  return calls.has(page);
}
