import type { Command } from '../commands.ts';

/** `verify` and `backup FOLDER`. Filled in by the photo room. */
export const PHOTO_COMMANDS: Command[] = [];
