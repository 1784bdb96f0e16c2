import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type MeasuredRow, REPORT_COMMAND, reportOf, type Results } from '../bench/report.ts';
import { withGenerated } from '../generatedSection.ts';
import { readPage } from '../../tests/support/repository/pages.ts';

const RESULTS: Results = JSON.parse(readFileSync(new URL('../results/bench.json', import.meta.url), 'utf8'));

function measured(parts: Partial<MeasuredRow>): MeasuredRow {
  return {
    bench: 'clock',
    measuredAt: '2026-11-22T01:02:03.000Z',
    met: true,
    name: 'first paint',
    against: 'a bare page',
    goal: { kind: 'at most', value: 1.3, unit: '×' },
    ratio: 1.254,
    figures: { ours: '276 ms (270 / 276 / 281)', peer: '220 ms' },
    ...parts,
  };
}

test('lab/results/bench.md shows the results as they are: if not, run `npm run lab -- bench --report`', () => {
  const { text } = readPage('lab/results/bench.md');
  expect(text).toBe(withGenerated(text, REPORT_COMMAND, reportOf(RESULTS)));
});

test('a row tells what was measured, its goal and its figures, without the single runs', () => {
  const row = '| first paint | a bare page | 1.25× | ≤ 1.3× | ours 276 ms, peer 220 ms |';
  expect(reportOf({ machine: 'this one', rows: [measured({})] })).toContain(row);
});

test('a goal in another unit shows what is held against it', () => {
  const goal = { kind: 'at most', value: 50, unit: 'ms', measured: 12.34 } as const;
  expect(reportOf({ machine: '', rows: [measured({ goal })] })).toContain('| 12.3 ms | ≤ 50 ms |');
});

test('a missed goal has a cross that leads to its story, and is counted', () => {
  const report = reportOf({ machine: 'this one', rows: [measured({}), measured({ ratio: 1.393 })] });
  expect(report).toContain('Machine: this one. 1 of 2 goals are met');
  expect(report).toContain('| 1.39× [✗](#misses) | ≤ 1.3× |');
  expect(report.match(/✗\]/g)).toHaveLength(1);
});

test('a goal to be reached from above', () => {
  const goal = { kind: 'at least', value: 5, unit: '×' } as const;
  expect(reportOf({ machine: '', rows: [measured({ goal, ratio: 6.4 })] })).toContain('| 6.4× | ≥ 5× |');
});

test('each bench has a section with its own day', () => {
  const other = measured({ bench: 'grid', measuredAt: '2026-11-24T00:00:00.000Z' });
  const report = reportOf({ machine: '', rows: [measured({}), other] });
  expect(report).toMatch(/### clock\n\nMeasured on 2026-11-22\.[^]+### grid\n\nMeasured on 2026-11-24\./);
});

test('what is written by hand around the generated part is kept, and so is the part of another command', () => {
  const other = '<!-- generated: other -->\nits own\n<!-- /generated -->\n';
  const page = `${other}before\n<!-- generated: this -->\nold\n<!-- /generated -->\nafter\n`;
  const written = `${other}before\n<!-- generated: this -->\n\nnew\n\n<!-- /generated -->\nafter\n`;
  expect(withGenerated(page, 'this', 'new')).toBe(written);
  expect(withGenerated(written, 'this', 'new')).toBe(written);
  expect(() => withGenerated('no markers', 'this', 'new')).toThrow('needs the lines');
});

test('every missed goal has its story', () => {
  const page = readPage('lab/results/bench.md').text;
  const stories = page.slice(page.indexOf('## Misses'));
  const missed = new Set(RESULTS.rows.filter((row) => !row.met).map((row) => row.bench));
  for (const bench of missed) expect(stories).toContain(`**\`${bench}\``);
});
