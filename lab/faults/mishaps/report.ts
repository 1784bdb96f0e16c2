import { type FirstRelease, type Mishap, type Results, type Run, runIdOf } from './mishap.ts';

export const REPORT_COMMAND = 'npm run lab -- faults --report';

function figuresText(figures: Run['figures']): string {
  const texts = Object.entries(figures).map(([name, value]) => `${name} ${value.toLocaleString('en')}`);
  return texts.join(', ');
}

function nowText({ holds, by }: Mishap, run: Run | undefined): string {
  if (!run) return '✗ not tried yet';
  if (run.broken.length > 0) return `✗ ${run.broken.join('; ')}`;
  return 'fault' in by ? `${holds} (${figuresText(run.figures)})` : holds;
}

function proofText({ by }: Mishap, run: Run | undefined): string {
  const what = 'fault' in by ? [`-- --only ${by.fault}`] : Object.keys(by.tests);
  const names = what.map((name) => `\`${name}\``).join(', ');
  if (!run) return names;
  const seconds = run.seconds < 10 ? Number(run.seconds.toFixed(1)) : Math.round(run.seconds);
  const tests = 'fault' in by ? '' : `${run.figures.tests} ${run.figures.tests === 1 ? 'test' : 'tests'}, `;
  return `${names} (${tests}${seconds} s)`;
}

/**
 * The last results of `npm run lab -- faults` as Markdown: a row for each mishap, with a cross where the server did not
 * hold.
 */
export function reportOf(mishaps: readonly Mishap[], firstRelease: FirstRelease, { machine, runs }: Results): string {
  const rows = mishaps.map((mishap) => {
    const run = runs[runIdOf(mishap)];
    const before = firstRelease[mishap.id]?.did ?? 'not measured';
    return `| ${[mishap.about, mishap.attack, before, nowText(mishap, run), proofText(mishap, run)].join(' | ')} |`;
  });
  const held = mishaps.filter((mishap) => runs[runIdOf(mishap)]?.broken.length === 0).length;
  const loads = mishaps.flatMap((mishap) => runs[runIdOf(mishap)]?.load ?? []);
  const load = `other work on the machine: load ${Math.min(...loads)} to ${Math.max(...loads)}`;
  const days = mishaps.flatMap((mishap) => runs[runIdOf(mishap)]?.measuredAt.slice(0, 10) ?? []).sort();
  const when = days[0] === days.at(-1) ? `on ${days[0]}` : `from ${days[0]} to ${days.at(-1)}`;
  const count = `${held} of ${mishaps.length} hold; ✗ marks those that do not.`;
  const head = ['| about | attack | first release | now | tried by |', '|---|---|---|---|---|'];
  return [`Machine: ${machine}. Tried ${when}; ${load}. ${count}`, '', ...head, ...rows].join('\n');
}
