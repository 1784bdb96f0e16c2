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
  const types = new Map<string, string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, what, about = '', rest = ''] = COMMENT.exec(line) ?? [];
    if (what === 'TYPE') {
      if (types.has(about) || !TYPES.includes(rest)) throw new Error(`A wrong or second type: ${line}`);
      types.set(about, rest);
    }
    if (what !== undefined) continue;
    const sample = sampleOf(line);
    const series = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
    if (seen.has(series)) throw new Error(`Twice: ${line}`);
    seen.add(series);
    if (!types.has(sample.name) && types.get(sample.name.replace(PARTS, '')) === undefined) {
      throw new Error(`Without a type: ${line}`);
    }
    samples.push(sample);
  }
  return samples;
}

function sampleOf(line: string): Sample {
  const [, name = '', labels = '', number = ''] = LINE.exec(line) ?? [];
  const value = number === '+Inf' ? Infinity : number === 'Nan' ? NaN : Number(number);
  if (name === '' || (Number.isNaN(value) && number !== 'Nan')) throw new Error(`No sample: ${line}`);
  const pairs = Array.from(labels.matchAll(LABEL), ([, label = '', text = '']) => [label, text] as const);
  return { name, labels: Object.fromEntries(pairs), value };
}
