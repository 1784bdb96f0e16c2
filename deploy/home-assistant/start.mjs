// The start of the server within Home Assistant: options become settings, and the process stops being root.
import { chownSync, mkdirSync, readFileSync } from 'node:fs';

const LIBRARY = '/data/library';
const BACKUPS = '/share/circuit-tree-backups';
const NODE = 1000;

const options = JSON.parse(readFileSync('/data/options.json', 'utf8'));
const folders = options.backups ? [LIBRARY, BACKUPS] : [LIBRARY];
for (const folder of folders) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, NODE, NODE);
}
const settings = {
  DATA_DIR: LIBRARY,
  SOURCE_DIRS: '/media',
  BACKUP_DIR: options.backups ? BACKUPS : undefined,
  PUBLIC_URL: options.public_url,
  ADMIN_EMAILS: options.admin_emails,
  MQTT_URL: options.mqtt_url,
};
for (const [name, value] of Object.entries(settings)) if (value) process.env[name] = value;
process.setgroups([]);
process.setgid(NODE);
process.setuid(NODE);
await import('../../server/main.ts');
