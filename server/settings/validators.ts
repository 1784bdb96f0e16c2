import { relative } from 'node:path';

// Checks of strings that an operator writes, in a variable or on the command line.

const EMAIL_ADDRESS = /^[^\s@]+@[^\s@]+$/;

export function isEmailAddress(text: string): boolean {
  return EMAIL_ADDRESS.test(text);
}

export function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Whether an absolute path is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const [first] = relative(folder, path).split('/');
  return first !== '..';
}
