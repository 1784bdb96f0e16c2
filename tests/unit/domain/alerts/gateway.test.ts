import { expect, test } from 'vitest';
import { defaultGateway, isNeighbourThere } from '../../../../src/domain/alerts/gateway.ts';

const ROUTES = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask
eth0\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF
eth0\t00000000\t0101A8C0\t0003\t0\t0\t0\t00000000
`;
const ARP = `IP address       HW type     Flags       HW address            Mask     Device
192.168.1.1      0x1         0x2         aa:bb:cc:dd:ee:ff     *        eth0
192.168.1.9      0x1         0x0         00:00:00:00:00:00     *        eth0
`;

test('the default gateway is read from the table of routes', () => {
  expect(defaultGateway(ROUTES)).toBe('192.168.1.1');
  expect(defaultGateway(ROUTES.split('\n').slice(0, 2).join('\n'))).toBeUndefined();
  expect(defaultGateway('')).toBeUndefined();
});

test.each([
  ['192.168.1.1', true],
  ['192.168.1.9', false],
  ['192.168.1.7', undefined],
])('whether %s answers', (address, there) => expect(isNeighbourThere(ARP, address)).toBe(there));
