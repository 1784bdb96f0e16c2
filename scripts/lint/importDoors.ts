/** The lint rule that checks every import in src, sw, server and scripts: houseDoors.ts and packageDoors.ts say what for. */
import { readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { fits, placeProblem } from './houseDoors.ts';
import { FILES, PACKAGES } from './packageDoors.ts';

const ROOT = join(import.meta.dirname, '../..');
/** An import that climbs further is hard to read, and breaks when its file moves. */
const TOO_FAR = '../../../';
const GOVERNED = /^(?:src|sw|server|scripts)\//;

function packageOf(specifier: string): string | undefined {
  const isOf = (name: string) => specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`);
  return Object.keys(PACKAGES)
    .filter(isOf)
    .sort((one, other) => other.length - one.length)[0];
}

function addressesOf(text: string): [string, string][] {
  const { imports }: { imports: Record<string, string> } = JSON.parse(text);
  return Object.entries(imports).map(([name, folder]) => [name.slice(0, -1), folder.slice(2, -1)]);
}

/** The names that package.json gives to folders, such as `#domain/` to `src/domain/`. */
const ADDRESSES = addressesOf(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The file that an import names, from the root of the repository; undefined for a package. */
export function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const [name, folder] = ADDRESSES.find(([address]) => specifier.startsWith(address)) ?? [];
  return name === undefined || folder === undefined ? undefined : folder + specifier.slice(name.length);
}

function packageProblem(file: string, specifier: string): string | undefined {
  // The build makes the modules with this prefix: they are not packages.
  if (specifier.startsWith('virtual:')) return undefined;
  const name = packageOf(specifier);
  if (name === undefined)
    return `No rule says where "${specifier}" may be used: add one to scripts/lint/packageDoors.ts.`;
  const places = PACKAGES[name] ?? [];
  if (places.some((place) => fits(file, place))) return undefined;
  return `"${name}" is used in ${places.join(', ')} only, not in ${dirname(file)}.`;
}

/** Schemas are values for the server alone: the app and its worker take their types, and nothing else of TypeBox. */
function isOfSchemas(file: string): boolean {
  return fits(file, 'src/contract') && /^(?:schemas|\w+Schemas)\.ts$/.test(basename(file));
}

interface Import {
  specifier: string;
  isOfTypes: boolean;
}

/** Why `file` may not make an import; undefined if it may. Paths are relative to the root of the repository. */
export function importProblem(file: string, { specifier, isOfTypes }: Import): string | undefined {
  if (specifier.startsWith(TOO_FAR))
    return `Name the folder by its address in package.json (#src/, #domain/ …): ${specifier}.`;
  if (!GOVERNED.test(file)) return undefined;
  const target = targetOf(file, specifier);
  if (target === undefined) return packageProblem(file, specifier);
  if (!isOfTypes && isOfSchemas(target) && !isOfSchemas(file) && /^(?:src|sw)\//.test(file))
    return `Take the types only: import type … from '${specifier}'.`;
  const importers = FILES[target];
  if (importers !== undefined && !importers.some((place) => fits(file, place)))
    return `${target} is imported in ${importers.join(', ')} only, not in ${dirname(file)}.`;
  return placeProblem(file, target);
}

interface LintContext {
  filename: string;
  report(problem: { node: object; message: string }): void;
}

interface Importing {
  type: string;
  source: { type?: string; value?: unknown } | null;
  importKind?: string;
  exportKind?: string;
}

function create(context: LintContext) {
  const file = isAbsolute(context.filename) ? relative(ROOT, context.filename) : context.filename;
  const check = (node: Importing) => {
    if (typeof node.source?.value !== 'string') return;
    const isOfTypes = (node.importKind ?? node.exportKind) === 'type' || node.type === 'TSImportType';
    const message = importProblem(file, { specifier: node.source.value, isOfTypes });
    if (message !== undefined) context.report({ node, message });
  };
  return {
    ImportDeclaration: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
    ImportExpression: check,
    TSImportType: check,
  };
}

// oxlint-disable-next-line import/no-default-export -- what the linter loads
export default {
  meta: { name: 'doors' },
  rules: {
    imports: { meta: { type: 'problem' }, create },
  },
};
