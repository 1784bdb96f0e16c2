import { expect, test } from 'vitest';
import { portLost, portMoved } from '#domain/https/portSentences.ts';
import { secureName, serverAddress } from '#domain/addresses/serverAddress.ts';

const HOME = ['192.168.1.20', 'wall.local', 'localhost', '127.0.0.1'];
const place = (over: Partial<Parameters<typeof serverAddress>[0]>) =>
  serverAddress({ publicUrl: undefined, secure: true, port: 443, host: '0.0.0.0', names: HOME, ...over });

test.each([
  [{}, 'https://192.168.1.20'],
  [{ port: 8443 }, 'https://192.168.1.20:8443'],
  [{ port: 80 }, 'https://192.168.1.20:80'],
  [{ host: 'wall.local' }, 'https://wall.local'],
  [{ host: '127.0.0.1', port: 8443 }, 'https://localhost:8443'],
  [{ host: '192.168.1.99' }, 'https://192.168.1.20'],
  [{ names: ['photos.home'], host: '127.0.0.1' }, 'https://photos.home'],
  [{ names: ['*.example.org', 'photos.home'] }, 'https://photos.home'],
  [{ names: ['fd00::7'], host: '::' }, 'https://[fd00::7]'],
  [{ names: ['fd00::7', 'wall.local'] }, 'https://wall.local'],
  [{ names: [] }, 'https://localhost'],
  [{ secure: false, names: [], port: 8083 }, 'http://localhost:8083'],
  [{ secure: false, names: [], port: 80, host: '192.168.1.20' }, 'http://192.168.1.20'],
  [{ secure: false, names: [], port: 8083, host: '::' }, 'http://localhost:8083'],
  [{ secure: false, names: [], port: 8083, host: '::1' }, 'http://localhost:8083'],
  [{ secure: false, names: [], port: 8083, host: '' }, 'http://localhost:8083'],
  [{ host: 'localhost' }, 'https://localhost'],
  [{ publicUrl: 'https://photos.example.org/' }, 'https://photos.example.org'],
  [{ publicUrl: 'https://photos.example.org//' }, 'https://photos.example.org'],
])('%j is told as %s', (over, address) => {
  expect(place(over)).toBe(address);
});

test.each([
  ['wall.local', HOME, 'wall.local'],
  ['192.168.1.99', HOME, '192.168.1.20'],
  ['photos.example.org', ['*.example.org', 'example.org'], 'photos.example.org'],
  ['a.photos.example.org', ['*.example.org', 'example.org'], 'example.org'],
  ['192.168.1.20', ['*.example.org'], '192.168.1.20'],
  ['192.168.1.20', [], '192.168.1.20'],
  ['evil-example.org', ['*.example.org', 'example.org'], 'example.org'],
  ['wall', ['*.example.org', 'example.org'], 'example.org'],
  ['axample.org', ['example.org'], 'example.org'],
  [undefined, ['*.example.org'], 'localhost'],
  [undefined, [], 'localhost'],
])('a visitor of http at %s, with a certificate for %j, is led to %s', (used, names, name) => {
  expect(secureName(used, names)).toBe(name);
});

test.each([
  ['PORT', 443, 'PORT=8443', 'every tablet has to be connected again'],
  ['PORT', 8443, 'PORT=8444', 'every tablet has to be connected again'],
  ['HTTP_PORT', 80, 'HTTP_PORT=8080', 'printed links and QR codes lead nowhere'],
  ['HTTP_PORT', 8080, 'HTTP_PORT=8081', 'printed links and QR codes lead nowhere'],
] as const)('%s %d, when it is lost, is moved by %s, after which %s', (...row) => {
  const [variable, port, move, after] = row;
  const lost = (code: 'EACCES' | 'EADDRINUSE') => portLost({ variable, port, host: '0.0.0.0', code });
  for (const sentence of [lost('EACCES'), lost('EADDRINUSE')]) {
    expect(sentence).toContain(`${variable}: this library was on port ${port} until now, and `);
    expect(sentence).toMatch(new RegExp(`\\. ${move} moves it to another port, after which ${after}$`));
  }
  expect(lost('EACCES')).toContain('this user may not listen there: only root may');
  expect(lost('EADDRINUSE')).toContain('another program listens there on 0.0.0.0');
  const moved = portMoved({ variable, from: port, to: 9_000 });
  expect(moved).toBe(`${variable}: this library was on port ${port} until now and is on 9000 from here on: ${after}`);
});
