/** One line of Prometheus' text format. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LINE = new RegExp(`^(${NAME})(?:\\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*",?)*)\\})? (\\S+)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;
const COMMENT = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];
const PARTS = /_(?:bucket|sum|count)$/;

/** Reads Prometheus' text format, and throws at whatever the format does not allow. */
export function readExposition(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end');
  const lines = text.split('\n').filter((line) => line !== '');
  const types = typesIn(lines);
  const seen = new Set<string>();
  const samples = lines.filter((line) => !COMMENT.test(line)).map(sampleOf);
  for (const { name, labels } of samples) {
    const series = JSON.stringify([name, labels]);
    if (seen.has(series)) throw new Error(`Twice: ${series}`);
    seen.add(series);
    if (!types.has(name) && !types.has(name.replace(PARTS, ''))) throw new Error(`Without a type: ${name}`);
  }
  return samples;
}

function typesIn(lines: string[]): Set<string> {
  const types = new Set<string>();
  for (const line of lines) {
    const [, what, about = '', rest = ''] = COMMENT.exec(line) ?? [];
    if (what !== 'TYPE') continue;
    if (types.has(about) || !TYPES.includes(rest)) throw new Error(`A wrong or second type: ${line}`);
    types.add(about);
  }
  return types;
}

function sampleOf(line: string): Sample {
  const [, name = '', labels = '', number = ''] = LINE.exec(line) ?? [];
  const value = number === '+Inf' ? Infinity : number === 'Nan' ? NaN : Number(number);
  if (name === '' || (Number.isNaN(value) && number !== 'Nan')) throw new Error(`No sample: ${line}`);
  const pairs = Array.from(labels.matchAll(LABEL), ([, label = '', text = '']) => [label, text] as const);
  return { name, labels: Object.fromEntries(pairs), value };
}
