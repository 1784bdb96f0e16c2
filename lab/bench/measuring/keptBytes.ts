import type { CDPSession } from '@playwright/test';

/** Chromium's heap snapshot: each node takes as many numbers as there are fields, the first names its type. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
}

/**
 * Not held by the page: V8's products from its functions, which grow with use (machine code, feedback; a third of the
 * heap), and Chromium's own.
 */
const NOT_KEPT = ['code', 'native', 'synthetic', 'hidden'];

function isHeapSnapshot(value: unknown): value is HeapSnapshot {
  return typeof value === 'object' && value !== null && 'snapshot' in value && 'nodes' in value;
}

/**
 * The memory that the page's script keeps alive: its objects, functions, texts and lists, without their compiled code.
 */
export async function keptBytes(cdp: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const hear = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', hear);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', hear);
  const taken: unknown = JSON.parse(chunks.join(''));
  if (!isHeapSnapshot(taken)) throw new Error('Chromium writes its heap down in another way');
  const { node_fields: fields, node_types: types } = taken.snapshot.meta;
  const notKept = new Set(NOT_KEPT.map((name) => types[0].indexOf(name)));
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let node = 0; node < taken.nodes.length; node += fields.length) {
    if (!notKept.has(taken.nodes[node + typeAt] ?? -1)) bytes += taken.nodes[node + sizeAt] ?? 0;
  }
  return bytes;
}
