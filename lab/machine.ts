import { cpus, totalmem } from 'node:os';

/** The machine on which figures were measured. */
export function machineName(): string {
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}`;
}
