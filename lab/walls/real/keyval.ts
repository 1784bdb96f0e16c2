// Stands for idb-keyval in the built scripts: the simulated IndexedDB, which may hang, fail and lose its last writes.

interface Keyval {
  get: (key: string) => Promise<unknown>;
  set: (key: string, value: unknown) => Promise<void>;
  del: (key: string) => Promise<void>;
  keys: () => Promise<string[]>;
  update: (key: string, change: (before: unknown) => unknown) => Promise<void>;
}

declare const simulatedKeyval: Keyval;

export const get = (key: string) => simulatedKeyval.get(key);
export const set = (key: string, value: unknown) => simulatedKeyval.set(key, value);
export const del = (key: string) => simulatedKeyval.del(key);
export const keys = () => simulatedKeyval.keys();
export const update = (key: string, change: (before: unknown) => unknown) => simulatedKeyval.update(key, change);
