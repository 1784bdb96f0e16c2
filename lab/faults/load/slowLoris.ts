import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS } from '#contract/paths.ts';
import { type Fault, onServer } from '../fault.ts';
import { drip, rawConnection } from './rawConnection.ts';

const DRIP_MS = 500;
const REQUESTS = 20;
const HALF_HEADERS = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';

/** Connections that never finish their headers, a byte now and then. */
export const slowLoris: Fault = {
  id: 'slowLoris',
  name: 'slow-loris connections',
  run: ({ slowConnections, longestAnswerMs }) =>
    onServer(async (server) => {
      const sockets = await Promise.all(
        Array.from({ length: slowConnections }, async () =>
          drip(await rawConnection(server.origin, HALF_HEADERS), DRIP_MS),
        ),
      );
      const times: number[] = [];
      for (let request = 0; request < REQUESTS; request += 1) {
        const started = performance.now();
        const answer = await fetch(server.origin + API_PATHS.albums, { headers: { 'X-API-Key': server.kioskKey } });
        await answer.arrayBuffer();
        times.push(answer.ok ? performance.now() - started : Number.POSITIVE_INFINITY);
        await wait(50);
      }
      for (const socket of sockets) socket.destroy();
      const slowest = Math.max(...times);
      const figures = { connections: slowConnections, requests: REQUESTS, slowest: `${Math.round(slowest)} ms` };
      return { figures, broken: slowest <= longestAnswerMs ? [] : [`a normal request took ${Math.round(slowest)} ms`] };
    }),
};
