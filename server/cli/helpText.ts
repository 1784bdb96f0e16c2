import { type Command, EXIT, GROUPS, inColumns } from './command.ts';

const CALL = 'npm run --silent cli --';

/** Such as `key create NAME [--node] [--json]`. */
export function usageOf({ name, parameters = '', options = {}, json }: Command): string {
  const optional = Object.entries(options)
    .filter(([option]) => !parameters.startsWith(`--${option}`))
    .map(([option, { value }]) => `[--${option}${value ? ` ${value}` : ''}]`);
  return [name, parameters, ...optional, json && '[--json]'].filter(Boolean).join(' ');
}

/** All commands by group, in one screen of 80 columns. */
export function overview(commands: readonly Command[]): string {
  const rows = GROUPS.flatMap((group) =>
    commands
      .filter((command) => command.group === group)
      .map((command, index) => [index === 0 ? group : '', nameWithWords(command), command.does]),
  );
  return [
    `Usage: ${CALL} COMMAND`,
    ...inColumns(rows).map((line) => `  ${line}`),
    'COMMAND --help: its options and exit codes (0 done, 1 failed, 2 wrong call).',
  ].join('\n');
}

function nameWithWords({ name, parameters = '' }: Command): string {
  return `${name} ${parameters}`.trim();
}

/** The usage of one command. */
export function helpOf(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, { value, does }]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    does,
  ]);
  if (command.json) options.push(['--json', 'prints the result as one line of JSON']);
  return [
    `Usage: ${CALL} ${usageOf(command)}`,
    `  ${command.does}`,
    ...inColumns(options).map((line) => `  ${line}`),
    ...inColumns(exitCodesOf(command)).map((line) => `  ${line}`),
  ].join('\n');
}

function exitCodesOf({ fails, canBeInterrupted }: Command): string[][] {
  return [
    [`exit ${EXIT.done}`, 'done'],
    [`exit ${EXIT.failed}`, fails === 'never' ? 'the library cannot be opened' : fails],
    [`exit ${EXIT.wrong}`, 'the call makes no sense: nothing was opened or done'],
    ...(canBeInterrupted ? [[`exit ${EXIT.interrupted}`, 'Ctrl+C ended it']] : []),
  ];
}
