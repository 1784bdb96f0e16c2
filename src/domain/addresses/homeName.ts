// The name under which a home's devices find the server, announced by the server itself.

/** A claim to a name in a packet, of another device or of this one. */
export interface NameClaim {
  /** The IPv4 addresses that the name stands for there. */
  addresses: readonly string[];
  /** The installation that claims it; undefined: another kind of device. */
  installation: string | undefined;
}

/** The claim of this server, with every address that it has had since it started. */
export interface OwnClaim extends NameClaim {
  installation: string;
}

const ENDING = '.local';
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,50}[a-z0-9])?$/;

/** The label from HOME_NAME, with or without its ending; undefined: it is not a valid one. */
export function homeLabel(text: string): string | undefined {
  const label = text.toLowerCase().replace(/\.local\.?$/, '');
  return LABEL.test(label) ? label : undefined;
}

/** `circuit-tree.local`, then `circuit-tree-2.local` and so on. */
export function numberedName(label: string, number: number): string {
  return `${label}${number === 1 ? '' : `-${number}`}${ENDING}`;
}

/** The number in the name that the library had last; 1 when that was another name. */
export function numberOf(name: string | null, label: string): number {
  const [, number] = new RegExp(`^${label}-(\\d{1,2})\\${ENDING}$`).exec(name ?? '') ?? [];
  return Number(number ?? 1);
}

/** The message at a start when a library does not get its former name. */
export function nameMoved({ from, to }: { from: string; to: string }): string {
  return `HOME_NAME: this library was at ${from} until now and is at ${to} from here on: tablets that were connected at the old name have to be connected again`;
}

/**
 * Whether a claim is another's: of another library, even on this machine, or of a device at another address. A
 * machine's claim of its own name is not another's, and neither is this server's claim before its address changed.
 */
export function isForeign(claim: NameClaim, own: OwnClaim): boolean {
  if (claim.installation !== undefined && claim.installation !== own.installation) return true;
  return claim.addresses.some((address) => !own.addresses.includes(address));
}

/** Decides which of two simultaneous claims of a name gets it: both sides come to the same result. */
export function yieldsTo(claim: NameClaim, own: OwnClaim): boolean {
  return rankOf(claim) > rankOf(own);
}

function rankOf({ addresses, installation = '' }: NameClaim): string {
  const padded = addresses.map((address) => address.replace(/\d+/g, (part) => part.padStart(3, '0')));
  return [...padded.sort(), installation].join(' ');
}
