export const REPORT_COMMAND = 'npm run lab -- clips';

/** A row of files, drawn by the seeds from `from` on, that one server read. */
export interface Run {
  from: number;
  files: number;
  taken: number;
  refused: number;
  /** Failures, a sentence each: files that were neither, a library that is not sound, memory that grew. */
  broken: string[];
  /** The files whose decoder process was ended, because they hung, crashed or filled it. */
  ended: string[];
  /** The server's memory after its first files, and by how much it grew until the last. */
  memoryMb: number;
  grownMb: number;
  seconds: number;
  measuredAt: string;
  machine: string;
  commit: string;
}

/** The runs in the order of their seeds. One whose seeds all ran again is replaced. */
export function withRun(runs: readonly Run[], run: Run): Run[] {
  const isAgain = ({ from, files }: Run) => from >= run.from && from + files <= run.from + run.files;
  return [...runs.filter((earlier) => !isAgain(earlier)), run].sort((one, other) => one.from - other.from);
}

/** The runs as Markdown: a row for each, with a cross and its sentences where something did not hold. */
export function reportOf(runs: readonly Run[]): string {
  const head = [
    '| files by seed | taken | refused | neither | decoders ended | memory | took | run on | of |',
    '|---|---:|---:|---|---:|---|---:|---|---|',
  ];
  const machines = [...new Set(runs.map(({ machine }) => machine))].join('; ');
  return [`On ${machines}.`, '', ...head, ...runs.map(row)].join('\n');
}

function row(run: Run): string {
  const cells = [
    `${numberText(run.from)} to ${numberText(run.from + run.files - 1)}`,
    numberText(run.taken),
    numberText(run.refused),
    run.broken.length === 0 ? '0' : `✗ ${run.broken.join('; ')}`,
    numberText(run.ended.length),
    `${run.memoryMb} MB, ${run.grownMb < 0 ? '−' : '+'}${Math.abs(run.grownMb)} MB`,
    `${run.seconds} s`,
    run.measuredAt.slice(0, 10),
    run.commit,
  ];
  return `| ${cells.join(' | ')} |`;
}

function numberText(value: number): string {
  return value.toLocaleString('en');
}
