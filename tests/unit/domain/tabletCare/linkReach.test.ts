import { expect, it } from 'vitest';
import { isOwnMachine } from '../../../../src/domain/tabletCare/linkReach.ts';

it.each([
  ['http://localhost:8083/circuit-tree?apiKey=x', true],
  ['http://app.localhost/', true],
  ['http://127.0.0.1:8083/', true],
  ['http://127.1.2.3/', true],
  ['http://[::1]:8083/', true],
  ['http://127.10.20.30/', true],
  ['http://0.0.0.0:8083/', true],
  ['http://10.0.0.0/', false],
  ['http://127.0.0.1.example.org/', false],
  ['http://192.168.1.4:8083/', false],
  ['https://photos.example.org/', false],
  ['https://localhost.example.org/', false],
  ['https://127.example.org/', false],
])('%s means the own machine: %s', (url, isOwn) => expect(isOwnMachine(url)).toBe(isOwn));
