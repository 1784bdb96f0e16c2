import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlCommand } from '#domain/openapi/curlCommand.ts';
import type { DescribedCall } from '#domain/openapi/describedCalls.ts';

const CALL: DescribedCall = {
  method: 'GET',
  path: '/health',
  summary: '',
  details: '',
  needs: 'nothing',
  credentials: [],
  parameters: [],
  body: undefined,
  responses: [],
};
const ORIGIN = 'https://tree.example.org';

/** The words that a shell reads from the command. */
function words(command: string): string[] {
  const shell = 'curl() { for word in "$@"; do printf "%s\\n" "$word"; done; }; TOKEN=t0; KEY=k0;';
  return execFileSync('sh', ['-c', `${shell} ${command}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
}

it('asks for an address', () => {
  expect(words(curlCommand(CALL, ORIGIN))).toEqual(['https://tree.example.org/health']);
});

it('sends a body as it is, whatever a shell would make of it, with the token of who may', () => {
  const body = { kind: 'json', text: `{ "name": "Ada's $HOME" }` } as const;
  const call: DescribedCall = { ...CALL, method: 'POST', body, credentials: ['person', 'key'] };
  expect(words(curlCommand(call, ORIGIN))).toEqual([
    '--request',
    'POST',
    '--header',
    'Authorization: Bearer t0',
    '--header',
    'Content-Type: application/json',
    '--data',
    `{"name":"Ada's $HOME"}`,
    'https://tree.example.org/health',
  ]);
});

it('puts the examples into the address, and sends the key where only a key may', () => {
  const call: DescribedCall = {
    ...CALL,
    path: '/albums/{id}/photos',
    credentials: ['key'],
    parameters: [
      { name: 'id', place: 'path', isRequired: true, about: '', example: 'a b' },
      { name: 'q', place: 'query', isRequired: true, about: '', example: "o'clock&" },
      { name: 'from', place: 'query', isRequired: false, about: '', example: undefined },
    ],
  };
  expect(words(curlCommand(call, ORIGIN))).toEqual([
    '--header',
    'X-API-Key: k0',
    "https://tree.example.org/albums/a%20b/photos?q=o'clock%26",
  ]);
});

it('sends files as a form', () => {
  const call: DescribedCall = { ...CALL, method: 'POST', body: { kind: 'form', field: 'photos' } };
  expect(words(curlCommand(call, ORIGIN))).toContain('photos=@photo.jpg');
});
