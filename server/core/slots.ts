import type { TypedApp } from './http/typedApp.ts';
import { Slot } from './slot.ts';

/**
 * The lists that subjects fill. Their owners read them when all subjects are open, and never know who filled them: a
 * subject that is not there adds nothing.
 */
export interface Slots {
  /** Registers routes. Owner: the app. */
  routes: Slot<(app: TypedApp) => void | Promise<void>>;
  /** Starts work that no request asks for, once all routes are there; `onClose` of the app ends it. Owner: the app. */
  jobs: Slot<(app: TypedApp) => void | Promise<void>>;
  /** Closes what a subject has opened, after the last response; the last one opened is closed first. */
  closing: Slot<() => void | Promise<void>>;
}

export function emptySlots(): Slots {
  return {
    routes: new Slot(),
    jobs: new Slot(),
    closing: new Slot(),
  };
}
