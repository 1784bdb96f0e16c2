import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHUNK_PARTS } from './chunkParts.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Options {
  withStyles: boolean;
}

/**
 * The place where the router's plugin puts the component of a page, apart from its route. The administration's frame
 * (route.tsx) stays in a file of its own: combined with its pages, it exports names that do not exist.
 */
const PAGES_IN: Record<string, RegExp> = {
  base: /\/src\/routes\/circuit-tree\/(?:index|route)\.tsx\?tsr-split=/,
  albums: /\/src\/routes\/circuit-tree\/photos\/.*\?tsr-split=/,
  admin: /\/src\/routes\/admin\/.*(?<!\/route\.tsx)\?tsr-split=/,
};

function isBelow(places: readonly string[], { withStyles }: Options): (moduleId: string) => boolean {
  const gone = places.filter((place) => !existsSync(join(ROOT, place)));
  if (gone.length > 0) throw new Error(`scripts/build/chunkParts.ts names what is not there: ${gone.join(', ')}`);
  const paths = places.map((place) => join(ROOT, place));
  return (moduleId) =>
    (withStyles || !moduleId.endsWith('.css')) &&
    paths.some((path) => moduleId === path || moduleId.startsWith(`${path}/`));
}

function withPages(name: string, test: (moduleId: string) => boolean): (moduleId: string) => boolean {
  return (moduleId) => test(moduleId) || PAGES_IN[name]?.test(moduleId) === true;
}

const ALONE: readonly string[] = ['admin', 'albums', 'auth', 'forms', 'live', 'pictures'];

/**
 * The value of rolldown's option `codeSplitting.groups`. A stylesheet stays in the chunk of its importer, so that main.tsx
 * decides the order of those that the first frame needs. Only those of the groups in ALONE come together; there, what
 * the parts import stays where it is, since among it is code that the first screen needs.
 */
export const CHUNK_GROUPS = Object.entries(CHUNK_PARTS).map(([name, places]) =>
  ALONE.includes(name)
    ? { name, test: withPages(name, isBelow(places, { withStyles: true })), includeDependenciesRecursively: false }
    : { name, test: withPages(name, isBelow(places, { withStyles: false })) },
);

/** Loaded with the page: no later part has to name them once more, nor fetch them ahead. */
const THERE_ALREADY = /\/(?:base|index|rolldown-runtime)-[\w-]+\.js$/;

/** The files that are fetched together with the page itself, or with a part of the app that is loaded later. */
export function fetchedAhead(_part: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' ? files : files.filter((file) => !THERE_ALREADY.test(`/${file}`));
}
