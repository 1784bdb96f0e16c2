import type { Journey } from './journey.ts';

export const REPORT_COMMAND = 'npm run lab -- engines --report';

/** The outcome of a journey in one engine. */
export interface Passage {
  seconds: number;
  figures: Record<string, string | number>;
  /** A sentence; absent when all held. */
  broken?: string;
}

export interface EngineResults {
  measuredAt: string;
  version: string;
  restarts: string;
  passages: Record<string, Passage>;
}

/** By the name of the engine. */
export interface Results {
  machine: string;
  engines: Record<string, EngineResults>;
}

function cell(passage: Passage | undefined): string {
  if (!passage) return 'not tried yet';
  if (passage.broken !== undefined) return `✗ ${passage.broken}`;
  const figures = Object.entries(passage.figures).map(([name, value]) => `${name} ${value}`);
  return ['holds', ...figures].join(', ');
}

/** The last results of `npm run lab -- engines` as Markdown: a row for each journey, a column for each engine. */
export function reportOf(journeys: readonly Journey[], { machine, engines }: Results): string {
  const columns = Object.values(engines);
  const held = columns.flatMap(({ passages }) =>
    journeys.filter(({ id }) => passages[id]?.broken === undefined && passages[id]),
  );
  const engineTexts = columns.map(
    ({ version, measuredAt, restarts }) =>
      `${version} on ${measuredAt.slice(0, 10)}, where 'off and on' restarts ${restarts}`,
  );
  const rows = journeys.map(
    ({ id, what }) => `| ${[`\`${id}\``, what, ...columns.map(({ passages }) => cell(passages[id]))].join(' | ')} |`,
  );
  return [
    `Machine: ${machine}. ${engineTexts.join('; ')}. ${held.length} of ${journeys.length * columns.length} hold; ✗ marks those that do not.`,
    '',
    `| journey | what | ${columns.map(({ version }) => version).join(' | ')} |`,
    `|---|---|${columns.map(() => '---|').join('')}`,
    ...rows,
  ].join('\n');
}
