import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { createObservable, useObservable } from '#src/shared/state/observable.ts';

const message = createObservable(stored());

function stored(): string {
  try {
    return localStorage.getItem(LOCAL_STORAGE.message) ?? '';
  } catch {
    return '';
  }
}

/** The message on the wall; '' for none. */
export function useMessage(): string {
  return useObservable(message);
}

/** Changes the message on the wall, which stays there over a reload; '' removes it. */
export function setMessage(text: string): void {
  const line = text.trim();
  message.set(line);
  try {
    if (line === '') localStorage.removeItem(LOCAL_STORAGE.message);
    else localStorage.setItem(LOCAL_STORAGE.message, line);
  } catch {
    // A page whose storage is full shows the message until it is reloaded.
  }
}
