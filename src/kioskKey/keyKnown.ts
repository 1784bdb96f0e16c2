import { onKeyKnown } from '../offline/bridge.ts';
import { createObservable, useObservable } from '../state/observable.ts';

const isKnown = createObservable(true);
let isListening = false;

/** Call before the key is checked: the worker posts its result together with the check's response. */
export function listenForKeyKnown(): void {
  if (isListening) return;
  isListening = true;
  onKeyKnown(isKnown.set);
}

/** Whether the server that responds knows this page's key; true as long as nothing responds. */
export function useKeyKnown(): boolean {
  return useObservable(isKnown);
}
