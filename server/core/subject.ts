import type { Command } from './commands/command.ts';
import type { Core } from './core.ts';
import type { Settings } from './settings/settings.ts';

/** The operator's options for the start. */
export interface StartOptions {
  /** The server shall start although something is missing. */
  acceptNew: boolean;
}

/**
 * A subject of the server: a folder whose index.ts exports one of these. `open` makes what the subject works with, and
 * fills the slots of the core. What it returns is its door: all that the subjects above it can use.
 */
export interface Subject<Door> {
  readonly name: string;
  /** The subject's commands for the operator's command line. */
  readonly commands: readonly Command[];
  /** Throws a StartError when the server must not start. Called before anything of the library is opened. */
  readonly beforeStart?: (settings: Settings, options: StartOptions) => Promise<void>;
  /** Throws when no command may work in the library now. Called before the library is opened for one. */
  readonly beforeCommand?: (settings: Settings) => void;
  open(core: Core): Promise<void>;
  /** The door of an open subject. Throws for one that is not open: subjects.ts lists it too late, or not at all. */
  of(core: Core): Door;
}

type DoorOf<Door> = (core: Core) => Door;

export function subject<Door>(
  name: string,
  open: (core: Core) => Door | Promise<Door>,
  commands: (of: DoorOf<Door>) => readonly Command[] = () => [],
): Subject<Door> {
  const doors = new WeakMap<Core, { door: Door }>();
  const of: DoorOf<Door> = (core) => {
    const opened = doors.get(core);
    if (!opened) throw new Error(`${name} is not open yet: list it further up in server/subjects.ts`);
    return opened.door;
  };
  return {
    name,
    commands: commands(of),
    open: async (core) => {
      doors.set(core, { door: await open(core) });
    },
    of,
  };
}
