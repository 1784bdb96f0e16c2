export interface Group {
  name: string;
  /** Globs of the files whose mutants belong to it. */
  files: string[];
  /** Per cent of its mutants, those that no test reaches included, that at least one test must notice. */
  goal: number;
}

/**
 * The code that looks at the pixels of photos: drawn boards judge it (`npm run lab -- codenames`), not single rules. And
 * the words of other languages: a test of each would only repeat it.
 */
export const NOT_MUTATED = [
  'src/domain/table/{again,finding,keyCard,reading}/**',
  'src/domain/tablets/languages/{de,es,fr}.ts',
];

/** The rules without effects, and everything that decides about access. */
export const GROUPS: Group[] = [
  { name: 'Rules of the product (src/domain)', files: ['src/domain/**/*.ts'], goal: 96 },
  {
    name: "Worker's decisions (sw)",
    files: [
      'sw/{cacheNames,newestTree,routes}.ts',
      'sw/api/{apiCalls,classifyResponse,networkBudget,responseStore}.ts',
      'sw/images/{eviction,imageResponses}.ts',
      'sw/shell/shellResponse.ts',
    ],
    goal: 96,
  },
  {
    name: "Server's access rules (server)",
    files: [
      'server/core/access/{access,authorisation,credentials,failedAttemptLimit}.ts',
      'server/core/http/security/{origins,proxies,secrets}.ts',
      'server/keys/{keyRepository,tabletKeyQueries}.ts',
      // Without files of routes and commands, and the order in which the subject opens, which only the tests of the whole
      // server reach (tests/*/{server,cli}): those are too slow to be run for each mutant.
      'server/signIn/!(*Routes|*Commands|index).ts',
      'server/apple/appleTokens.ts',
      'server/core/settings/networks.ts',
      'server/users/personFields.ts',
      'server/nodes/socket/handshake.ts',
    ],
    goal: 97,
  },
];
