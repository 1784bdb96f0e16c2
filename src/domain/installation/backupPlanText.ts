import type { BackupSettings } from '#contract/schemas/server.ts';

/** 'The server makes a backup each day in /media/usb/photos and keeps the newest 7.' */
export function backupPlanText({ folder, everyHours, keep }: BackupSettings): string {
  const kept = keep === 1 ? 'the newest' : `the newest ${keep}`;
  return `The server makes a backup ${everyText(everyHours)} in ${folder ?? ''} and keeps ${kept}.`;
}

function everyText(hours: number): string {
  if (hours % 24 === 0) return each(hours / 24, 'day');
  return hours >= 1 ? each(Math.round(hours), 'hour') : each(Math.max(1, Math.round(hours * 60)), 'minute');
}

function each(count: number, unit: string): string {
  return count === 1 ? `each ${unit}` : `every ${count} ${unit}s`;
}

/** A folder on a disk, as it is offered. */
export function folderOn(disk: string): string {
  return `${disk}/circuit-tree`;
}

/** '/media, /mnt or /srv'. */
export function rootsText(roots: readonly string[]): string {
  const last = roots[roots.length - 1] ?? '';
  const others = roots.slice(0, -1);
  return others.length === 0 ? last : `${others.join(', ')} or ${last}`;
}
