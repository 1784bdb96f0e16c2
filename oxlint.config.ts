import { defineConfig } from 'oxlint';

const TEST_FILES = ['tests/**', 'lab/**', 'scripts/**', 'server/cli/main.ts', 'server/main.ts', 'server/serve.ts'];

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise'],
  jsPlugins: ['./scripts/lint/importDoors.ts'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { builtin: true, browser: true, node: true, worker: true },
  ignorePatterns: ['dist', 'node_modules', 'src/routeTree.gen.ts', 'scripts/node-runtime', '**/*.json'],
  rules: {
    // The rules about imports are in scripts/lint/houseDoors.ts and packageDoors.ts.
    'doors/imports': 'error',
    'import/no-cycle': 'error',
    'import/no-duplicates': 'error',
    'oxc/no-async-endpoint-handlers': 'off',
    'react/react-in-jsx-scope': 'off',
    'no-await-in-loop': 'off',
    'unicorn/prefer-set-has': 'off',
    'unicorn/no-array-sort': 'off',
    'no-underscore-dangle': 'off',
    'import/no-unassigned-import': 'off',
    'unicorn/require-module-specifiers': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'typescript/consistent-return': 'off',
    'no-console': 'error',
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'max-params': ['error', { max: 3 }],
  },
  overrides: [
    {
      files: TEST_FILES,
      rules: {
        'no-console': 'off',
        'max-lines-per-function': 'off',
        'typescript/no-non-null-assertion': 'off',
      },
    },
  ],
});
