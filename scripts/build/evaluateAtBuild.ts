import { runnerImport, type Plugin } from 'vite';

/** Runs a module during the build, so that the page loads the values that the module exports instead of its code. */
export function evaluateAtBuild(file: string): Plugin {
  return {
    name: 'circuit-tree:evaluate-at-build',
    async load(id) {
      if (!id.endsWith(`/${file}`)) return undefined;
      const { module } = await runnerImport<Record<string, unknown>>(id, { mode: 'production' });
      const exports = Object.entries(module).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { code: exports.join('\n'), moduleType: 'js' };
    },
  };
}
