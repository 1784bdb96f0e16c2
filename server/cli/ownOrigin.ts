import { serverAddress } from '../../src/domain/https/serverAddress.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Where people reach the server. A command often runs without the server's settings: then the address counts that the
 * server itself told at its last start.
 */
export function ownOrigin({ settings, installation }: Pick<Dependencies, 'settings' | 'installation'>): string {
  const { publicUrl, tls, httpsAtHome } = settings;
  if (publicUrl === undefined && installation.address !== null) return installation.address;
  return serverAddress({ ...settings, secure: tls !== undefined || httpsAtHome, names: [] });
}
