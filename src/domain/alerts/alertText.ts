import type { AlertMessage, AlertSubject } from '#contract/alerts/schemas.ts';
import { troubleSentence } from '#domain/readiness/troubles.ts';

const NAMED = 10;

function list(names: readonly string[]): string {
  const named = names.slice(0, NAMED).join(', ');
  const more = names.length - NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}

interface SilentThing {
  name: string;
  /** The time since it was last heard. */
  ageMs: number;
}

function minutesText(ageMs: number): string {
  const minutes = Math.max(1, Math.floor(ageMs / 60_000));
  if (minutes < 120) return `${minutes} minute${minutes === 1 ? '' : 's'}`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

type Words = Pick<AlertMessage, 'title' | 'body'>;

/** The two kinds of things that can fall silent, and their words. */
type Silent = Extract<AlertSubject, 'nodes' | 'tablets'>;

const WORDS = {
  nodes: { silent: 'silent', nothing: 'No heartbeat', back: 'back' },
  tablets: { silent: 'off the wall', nothing: 'No sign of life', back: 'on the wall again' },
} as const;

/** One message for everything that fell silent together; `total` is their number. */
export function silentWords(things: readonly SilentThing[], { about, total }: { about: Silent; total: number }): Words {
  const age = minutesText(Math.min(...things.map(({ ageMs }) => ageMs)));
  const { silent, nothing } = WORDS[about];
  const [first] = things;
  if (first && things.length === 1) return { title: `${first.name} is ${silent}`, body: `${nothing} for ${age}.` };
  return {
    title: `${countInTotal(things.length, total)} ${about} are ${silent}`,
    body: `${nothing} for ${age} or more: ${list(things.map(({ name }) => name))}.`,
  };
}

function countInTotal(count: number, total: number): string {
  if (count < total) return String(count);
  return count === 2 ? 'Both' : `All ${count}`;
}

export function backWords(names: readonly string[], about: Silent): Words {
  const { back } = WORDS[about];
  const [first] = names;
  if (first !== undefined && names.length === 1) return { title: `${first} is ${back}`, body: 'It reports again.' };
  return { title: `${names.length} ${about} are ${back}`, body: `They report again: ${list(names)}.` };
}

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
  return { title: `${values.length} nodes are back to normal`, body: `${list(values.map(({ nodeId }) => nodeId))}.` };
}

export function waitingWords(count: number): Words {
  const title = count === 1 ? 'A photo of a guest waits' : `${count} photos of guests wait`;
  return { title, body: 'Nobody else sees them before you approve them.' };
}

export function serverTroubleWords(troubles: readonly string[]): Words {
  return { title: 'The server needs attention', body: troubles.map((trouble) => troubleSentence(trouble)).join(' ') };
}

/** `others` is the number of troubles that remain. */
export function serverBackWords(troubles: readonly string[], others: number): Words {
  const sentences = troubles.map((trouble) => `“${troubleSentence(trouble)}”`).join(' ');
  return {
    title: others === 0 ? 'The server is working again' : 'The server: a problem is solved',
    body: `No longer true: ${sentences}`,
  };
}

/** The page of the administration that a message leads to. */
export function pageOf({ about, nodeIds, tabletIds }: Pick<AlertMessage, 'about' | 'nodeIds' | 'tabletIds'>): string {
  if (about === 'server') return '/admin';
  if (about === 'guests') return '/admin/waiting';
  const [id, ...others] = about === 'tablets' ? tabletIds : nodeIds;
  const one = id !== undefined && others.length === 0 ? encodeURIComponent(id) : undefined;
  if (about === 'tablets') return one === undefined ? '/admin/tablets' : `/admin/tablets/${one}`;
  return one === undefined ? '/admin/circuit-tree/health' : `/admin/circuit-tree/nodes/${one}`;
}

export const TEST_WORDS: Words = {
  title: 'A test from Circuit Tree',
  body: 'This channel works: alerts arrive here.',
};
