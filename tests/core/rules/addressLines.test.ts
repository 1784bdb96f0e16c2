import { expect, test } from 'vitest';
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
