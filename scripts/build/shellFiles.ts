import { areaOf } from '#contract/areas.ts';

/** A chunk in Vite's dist/.vite/manifest.json: only the fields that `shellFiles` reads. */
export interface BuiltChunk {
  name?: string;
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

export type BuildManifest = Record<string, BuiltChunk>;

/** Signing in and visitors need the server, so their files can wait for it. */
const NEEDS_SERVER = ['node_modules/@simplewebauthn/', 'src/visit/guests/', 'src/visit/shares/'];

/** The name in chunkParts.ts of the file that combines all pages of the administration. */
const ADMIN_CHUNK = 'admin';

const ROUTE_FILE = /^src\/routes(\/.+)\.tsx(?:\?|$)/;

/**
 * False for the chunk of a route that does not work offline, and of signing in and of visitors: such a chunk, and what only such chunks
 * need, is not precached.
 */
function isReachedOffline(chunkName: string): boolean {
  if (NEEDS_SERVER.some((start) => chunkName.startsWith(start))) return false;
  const route = ROUTE_FILE.exec(chunkName)?.[1];
  if (route === undefined) return true;
  const area = areaOf(route.replace(/\/(?:index|route)$/, '/'));
  return area !== undefined && area.shell !== 'live';
}

/** All files that the landing page, the kiosk and codenames may load, found by following imports from index.html. */
export function shellFiles(manifest: BuildManifest): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const waiting = ['index.html'];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) continue;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    waiting.push(
      ...(chunk.imports ?? []),
      ...(chunk.dynamicImports ?? []).filter(
        (imported) => manifest[imported]?.name !== ADMIN_CHUNK && isReachedOffline(imported),
      ),
    );
  }
  return files;
}
