import type { Plugin } from 'vite';
import { AREAS, areaOf } from '#contract/areas.ts';

type AreaName = (typeof AREAS)[number]['name'];

/** The app that shows the pages of an area. */
const APP_OF = {
  kiosk: 'wall',
  codenames: 'table',
  landing: 'visit',
  admin: 'admin',
  test: 'admin',
} as const satisfies Record<AreaName, string>;

type App = (typeof APP_OF)[AreaName];

/** The name of the file that the page itself loads, with all that the wall's first screen needs. Vite calls it so. */
const FIRST = 'index';

/** The files whose import()s need the server, as signing in and the pages of visitors do. */
export const NEED_THE_SERVER_LATER: readonly string[] = ['visit', 'people'];

/** The apps whose pages need the server. */
export const NEED_THE_SERVER: readonly string[] = AREAS.flatMap(({ name, shell }) =>
  shell === 'live' ? APP_OF[name] : [],
);

/** Wholly combined, with their import()s: a wall starts on an old tablet, and an admin opens one page after the other. */
const WHOLE: readonly string[] = ['wall', 'photos', 'forms', 'admin'];

/** The modules that 'people' leaves for later: looking at one picture and uploading. */
const PICTURES = 'pictures';
const PACKAGE = /\/node_modules\//;

const ROUTE_FILE = /(?:^|\/)src\/routes(\/.+)\.tsx(?:\?|$)/;

/** The place where the router's plugin puts the components of a route. */
const SPLIT = '?tsr-split=';
const HOME = /\/src\/routes\/circuit-tree\/(?:index|route)\.tsx\?tsr-split=/;

const OF_THE_ADMIN = /\/src\/admin\//;

/** The administration's frame stays in a file of its own: combined with its pages, it exports names that do not exist. */
const FRAME = /\/src\/routes\/admin\/route\.tsx\?tsr-split=/;

/** A module that few screens come to need: with all that it alone imports it stays in a file of its own. */
const LATER = /\.later\.tsx?$/;

interface Imports {
  statically: readonly string[];
  byCall: readonly string[];
}

/** The modules of the build by id. */
type ModuleGraph = ReadonlyMap<string, Imports>;

/** The area of a route's module; undefined for other modules. */
export function areaOfRoute(id: string): ReturnType<typeof areaOf> {
  const route = ROUTE_FILE.exec(id)?.[1];
  return route === undefined ? undefined : areaOf(route.replace(/\/(?:index|route)$/, '/'));
}

function appOfRoute(id: string): App | undefined {
  const area = areaOfRoute(id);
  return area && APP_OF[area.name];
}

function reachedFrom(starts: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...importsOf(id));
  }
  return reached;
}

/** The file for the modules that these apps reach. What more apps reach never needs what fewer reach. */
function fileFor(apps: ReadonlySet<App>): string {
  if (apps.size === 1) return [...apps].join('');
  if (apps.has('wall')) return apps.has('table') ? 'shared' : 'photos';
  return apps.has('table') ? 'forms' : 'people';
}

/**
 * The file into which each module of the build comes, by the apps that reach it. Left to itself the build would make
 * dozens of files of a few hundred bytes, and every request makes a cold start on an old tablet slower. A module without
 * a name here is loaded by an import() that few come to need, and stays in a file of its own.
 *
 * A module's imports are reached by all the apps that reach the module, so no two files need each other. A stylesheet is
 * a module like the others; in a file they keep the order of their imports, which main.tsx decides for the first frame.
 */
export function fileNames(graph: ModuleGraph, entry: string): Map<string, string> {
  const ids = [...graph.keys()];
  const statically = (id: string) => graph.get(id)?.statically ?? [];
  const byCall = (id: string) => (graph.get(id)?.byCall ?? []).filter((imported) => !LATER.test(imported));
  /** Not into the routes of another app, all of which the entry names. */
  const within = (app: App | undefined) => (id: string) =>
    [...statically(id), ...byCall(id)].filter((imported) => [undefined, app].includes(appOfRoute(imported)));

  const first = reachedFrom([entry, ...ids.filter((id) => HOME.test(id))], statically);
  const pages = ids.filter((id) => id.includes(SPLIT) && appOfRoute(id) !== 'admin');
  /** Needed by a page before it shows, or loaded next by the first file. */
  const soon = reachedFrom([...pages, ...[...first].flatMap(byCall).filter((id) => !appOfRoute(id))], statically);
  /** Shown on pages of all apps. */
  const byEvery = reachedFrom([entry], within(undefined));
  const reachedBy = new Map(
    Object.values(APP_OF).map((app) => [
      app,
      reachedFrom(
        ids.filter((id) => appOfRoute(id) === app),
        within(app),
      ),
    ]),
  );

  const names = new Map<string, string>();
  for (const id of ids) {
    const apps = new Set([...reachedBy.keys()].filter((app) => byEvery.has(id) || reachedBy.get(app)?.has(id)));
    const others = [...apps].filter((app) => app !== 'admin');
    if (OF_THE_ADMIN.test(id) && (first.has(id) || others.length > 0)) {
      throw new Error(`${id} is the administration's alone, but comes with ${others.join(', ')}`);
    }
    const file = fileFor(apps);
    if (first.has(id)) names.set(id, FIRST);
    else if (apps.size === 0 || FRAME.test(id)) continue;
    else if (WHOLE.includes(file) || soon.has(id)) names.set(id, file);
    else if (file === 'people' && !PACKAGE.test(id)) names.set(id, PICTURES);
  }
  return names;
}

/** Combines the modules of the build into files by the apps that reach them. */
export function filesByApp(): Plugin {
  let names = new Map<string, string>();
  const groups = [{ debugName: 'files by app', name: (id: string) => names.get(id) ?? null }];
  return {
    name: 'circuit-tree:files-by-app',
    apply: 'build',
    config: () => ({
      // The names say for each module where it belongs, its imports included.
      build: { rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } } },
    }),
    renderStart() {
      const graph = new Map<string, Imports>();
      let entry = '';
      for (const id of this.getModuleIds()) {
        const module = this.getModuleInfo(id);
        if (module?.isEntry === true) entry = id;
        graph.set(id, {
          statically: module?.importedIds ?? [],
          byCall: module?.dynamicallyImportedIds ?? [],
        });
      }
      names = fileNames(graph, entry);
    },
  };
}

/** Loaded with the page: no later part has to name it once more, nor fetch it ahead. */
const THERE_ALREADY = new RegExp(String.raw`/${FIRST}-[\w-]+\.js$`);

/** The files that are fetched together with the page itself, or with a part of the app that is loaded later. */
export function fetchedAhead(_part: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' ? files : files.filter((file) => !THERE_ALREADY.test(`/${file}`));
}
