export interface Group {
  name: string;
  /** Globs of the files whose mutants belong to it. */
  files: string[];
  /** Per cent of all its mutants, also of those that no test reaches, which at least one test must notice. */
  goal: number;
}

/** The rules without effects, and whatever decides who may do what. */
export const GROUPS: Group[] = [
  { name: 'domain', files: ['src/domain/**/*.ts'], goal: 96 },
  { name: "worker's rules", files: ['sw/{classifyResponse,networkBudget,eviction,routes}.ts'], goal: 96 },
  {
    name: 'access rules of the server',
    files: [
      'server/auth/{access,authorisation,credentials,secrets}.ts',
      'server/auth/keys/*.ts',
      'server/auth/sessions/{devSignIn,oneTimeRepository,sessionRepository,signIn}.ts',
      'server/auth/apple/{appleAccounts,appleTokens}.ts',
      'server/http/security/{csrf,loopback,origins,proxies}.ts',
      'server/settings/networks.ts',
      'server/users/knownPermission.ts',
      'server/nodes/socket/handshake.ts',
    ],
    goal: 95,
  },
];
