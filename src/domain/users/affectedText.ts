import type { AffectedThing } from '#contract/users/schemas.ts';

interface AffectedGroup {
  kind: AffectedThing['kind'];
  /** Says what happens to things of this kind. */
  sentence: string;
  names: string[];
}

/** The sentences about one thing of a kind, and about several, before their names. */
const SENTENCES: Record<AffectedThing['kind'], { one: string; several: string }> = {
  share: {
    one: 'This shared link opens nothing while its album is not in the list:',
    several: 'These shared links open nothing while their albums are not in the list:',
  },
  'guest-code': {
    one: 'This code for guests takes no photos while its album is not in the list:',
    several: 'These codes for guests take no photos while their albums are not in the list:',
  },
  source: {
    one: 'This source of photos goes on, until somebody pauses it:',
    several: 'These sources of photos go on, until somebody pauses them:',
  },
};
const KINDS = ['share', 'guest-code', 'source'] as const;

/** Things that a list of albums affects, by kind. */
export function affectedGroups(things: readonly AffectedThing[]): AffectedGroup[] {
  return KINDS.flatMap((kind) => {
    const names = things.filter((thing) => thing.kind === kind).map(({ name }) => name);
    const { one, several } = SENTENCES[kind];
    return names.length === 0 ? [] : [{ kind, sentence: names.length === 1 ? one : several, names }];
  });
}
