import type { ResponsePacket } from 'multicast-dns';
import type { NameClaim } from '#domain/addresses/homeName.ts';

export type NameRecord = NonNullable<ResponsePacket['answers']>[number];
type Question = NonNullable<ResponsePacket['questions']>[number];

/** The time for which devices may cache a record; zero withdraws it. */
const LIFE_S = 120;
const INSTALLATION = 'installation=';

/** The parts of a query or a response, of which each may be missing. */
export interface DnsPacket {
  id?: number | undefined;
  questions?: Question[] | undefined;
  answers?: NameRecord[] | undefined;
  authorities?: NameRecord[] | undefined;
  additionals?: NameRecord[] | undefined;
}

interface Said {
  name: string;
  address: string;
  installation: string;
}

/** The records of the name on one interface; the last one says that there are no others. */
export function recordsOf({ name, address, installation }: Said, ttl = LIFE_S) {
  const common = { name, ttl, class: 'IN', flush: true } as const;
  return {
    address: { ...common, type: 'A', data: address },
    text: { ...common, type: 'TXT', data: [INSTALLATION + installation] },
    noOtherRecords: { ...common, type: 'NSEC', data: { nextDomain: name, rrtypes: ['A', 'TXT'] } },
  } satisfies Record<string, NameRecord>;
}

/** The response to questions about the name, with related records, so that nobody waits for an IPv6 address. */
export function answerTo(asked: readonly Question[], { address, text, noOtherRecords }: ReturnType<typeof recordsOf>) {
  const isAsked = (...types: string[]) => asked.some(({ type }) => types.includes(type));
  const found: NameRecord[] = [...(isAsked('A', 'ANY') ? [address] : []), ...(isAsked('TXT', 'ANY') ? [text] : [])];
  if (found.length === 0) return { answers: [noOtherRecords], additionals: [address] };
  return { answers: found, additionals: [noOtherRecords] };
}

/** The claim that records make about a name; undefined when they make none, or withdraw it. */
export function claimIn(records: readonly NameRecord[], name: string): NameClaim | undefined {
  const about = records.filter((record) => isAbout(record, name));
  if (about.length === 0) return undefined;
  const addresses = about.flatMap((record) => (record.type === 'A' ? [record.data] : []));
  const texts = about.flatMap((record) => (record.type === 'TXT' ? [record.data].flat() : [])).map(String);
  const installation = texts.find((text) => text.startsWith(INSTALLATION))?.slice(INSTALLATION.length);
  return { addresses, installation };
}

export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other;
}

function isAbout(record: NameRecord, name: string): boolean {
  return record.type !== 'OPT' && isSameName(record.name, name) && record.ttl !== 0;
}
