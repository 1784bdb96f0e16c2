import { codeOf } from './errors.ts';

const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

export function isDiskFull(error: unknown): boolean {
  return DISK_FULL_CODES.includes(codeOf(error) ?? '');
}
