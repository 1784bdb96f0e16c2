import { isOfHome } from '#domain/addresses/certificateNames.ts';

/** A sentence where the key of Immich would leave the home unencrypted; undefined for any other address. */
export function immichAddressWarning(address: string): string | undefined {
  const text = address.trim();
  if (!/^http:/i.test(text) || !URL.canParse(text)) return undefined;
  if (isOfHome(new URL(text).hostname.replace(/[[\]]/g, ''))) return undefined;
  return 'Over plain http, whoever is on the way can read the key. Outside of your home network use https.';
}
