import { clips } from '#src/shared/clips/index.ts';
import type { PreparedFile, Preparation, Preparing, Refusal } from './slots.ts';

/** The preparations of chosen files, by subject. The code of each is loaded when a file needs it. */
const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  clips,
};

const ALL = Object.values(PREPARATIONS);

/** The kinds of file that become photos, as file pickers name them. */
export const ACCEPTED = ['image/*,image/heic,image/heif,.heic,.heif', ...ALL.map(({ accept }) => accept)].join(',');

/** The files of a choice that are sent with a picture of it: by their names, the picture's. */
export function companionsIn(names: readonly string[]): Map<string, string> {
  return new Map(ALL.flatMap((preparation) => [...preparation.companionsIn(names)]));
}

/** Whether a file is made into a photo, by its name. */
export function isMadeIntoPhoto(name: string): boolean {
  return ALL.some(({ takesName }) => takesName(name));
}

/** Whether a file that is no picture becomes one, by its first bytes. */
export function isTaken(firstBytes: Uint8Array): boolean {
  return ALL.some(({ takesContent }) => takesContent(firstBytes));
}

/** Makes a file into what is sent. Rejects when it is aborted. */
export async function prepare(file: File, preparing: Preparing): Promise<PreparedFile | Refusal> {
  for (const preparation of ALL) {
    const prepared = await preparation.prepare(file, preparing);
    if (prepared) return prepared;
  }
  return { photo: file };
}
