import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether this machine can give a browser an authority (`certutil`, of Debian's libnss3-tools). */
export const canGiveAuthority = spawnSync('certutil', ['--version']).error === undefined;

/** Trusts an authority like a person in the settings of the browser with this home folder. */
export function giveAuthority(home: string, certificate: string): void {
  const store = join(home, '.pki/nssdb');
  mkdirSync(store, { recursive: true });
  const file = join(home, 'authority.pem');
  writeFileSync(file, certificate);
  const database = `sql:${store}`;
  for (const args of [
    ['-N', '--empty-password'],
    ['-A', '-t', 'C,,', '-n', 'Circuit Tree', '-i', file],
  ]) {
    const { status, stderr } = spawnSync('certutil', ['-d', database, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`certutil: ${stderr}`);
  }
}
