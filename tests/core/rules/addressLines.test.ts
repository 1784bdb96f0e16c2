import { expect, onTestFinished, test } from 'vitest';
import { qrForTerminal } from '#server/core/addresses/qrCode.ts';
import { addressLines } from '#server/core/addresses/addressLines.ts';
import { emptySlots } from '#server/core/slots.ts';

const ADDRESSES = {
  landing: 'https://photos.home',
  other: 'https://192.168.1.20',
  devices: undefined,
  links: 'https://photos.home',
  isForThisMachine: false,
  server: 'here:443',
};
const SETTINGS = { dataDir: '/data', distDir: '/nowhere' };
const headsOf = (text: string) => text.split('\n').map((line) => line.slice(0, 10).trim());

test('without any subject the addresses and the version are printed', async () => {
  const text = await addressLines(ADDRESSES, { slots: emptySlots(), isNew: false, settings: SETTINGS });
  expect(headsOf(text)).toEqual(['Landing', 'Or at', 'Version']);
});

test('a line that is to come first stands above the addresses, others below them in their order', async () => {
  const slots = emptySlots();
  slots.addressLines.add(
    async () => ({ text: '  Devices' }),
    async () => undefined,
    async () => ({ text: '  Set up', isFirst: true }),
    async ({ landing }) => ({ text: `  Kiosk    ${landing}` }),
  );
  const text = await addressLines(ADDRESSES, { slots, isNew: true, settings: SETTINGS });
  expect(headsOf(text)).toEqual(['Set up', '', 'Landing', 'Or at', 'Devices', 'Kiosk', 'New', 'Version']);
});

test('a terminal shows one code: of the line that comes first', async () => {
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  onTestFinished(() => void (process.stdout.isTTY = isTTY));
  const slots = emptySlots();
  slots.addressLines.add(
    async () => ({ text: '  Devices', scan: { address: 'http://10.0.0.1:8080', title: 'To trust the house' } }),
    async () => ({ text: '  Set up', isFirst: true, scan: { address: 'http://10.0.0.1/#a', title: 'To set it up' } }),
  );
  const printed = { slots, isNew: false, settings: SETTINGS };
  const text = await addressLines({ ...ADDRESSES, isForThisMachine: false }, printed);
  expect(text.endsWith('\n  To set it up')).toBe(true);
  expect(text).not.toContain('To trust the house');
  expect(text).toContain(qrForTerminal('http://10.0.0.1/#a', process.stdout.columns));
  expect(await addressLines({ ...ADDRESSES, isForThisMachine: true }, printed)).not.toContain('To set it up');
});
