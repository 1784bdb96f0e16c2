import { serverAddress } from '#domain/https/serverAddress.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Returns the address at which people reach the server. A command often runs without the server's settings: then it is
 * the address that the server stored at its last start.
 */
export function ownOrigin({ settings, installation }: Pick<Dependencies, 'settings' | 'installation'>): string {
  const { publicUrl, tls, httpsAtHome } = settings;
  if (publicUrl === undefined && installation.address !== null) return installation.address;
  return serverAddress({ ...settings, secure: tls !== undefined || httpsAtHome, names: [] });
}
