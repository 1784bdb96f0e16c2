import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const BESIDE_THE_PROGRAM = fileURLToPath(new URL('../../../data', import.meta.url));

/** The data folder, apart from the other settings: the start reads it before it knows which version is to run. */
export function dataFolderOf({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string {
  return resolve(DATA_DIR?.trim() || BESIDE_THE_PROGRAM);
}
