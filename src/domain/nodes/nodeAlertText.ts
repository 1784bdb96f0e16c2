import { listOfNames, NAMED, type SilenceTerms, type Words } from '#domain/watched.ts';

export const NODE_SILENCE: SilenceTerms = {
  things: 'nodes',
  silent: 'silent',
  nothing: 'No heartbeat',
  back: 'back',
};

/** A node with the sentence about its value. */
interface ReportedValue {
  nodeId: string;
  sentence: string;
}

export function valueWords(values: readonly ReportedValue[]): Words {
  const [first] = values;
  if (first && values.length === 1) return { title: `${first.nodeId} needs attention`, body: first.sentence };
  const lines = values.slice(0, NAMED).map(({ nodeId, sentence }) => `${nodeId}: ${sentence}`);
  const more = values.length > NAMED ? [`And ${values.length - NAMED} more.`] : [];
  return { title: `${values.length} nodes need attention`, body: [...lines, ...more].join(' ') };
}

export function valueBackWords(values: readonly ReportedValue[]): Words {
  const [first] = values;
  if (first && values.length === 1) return { title: `${first.nodeId} is back to normal`, body: first.sentence };
  return {
    title: `${values.length} nodes are back to normal`,
    body: `${listOfNames(values.map(({ nodeId }) => nodeId))}.`,
  };
}
