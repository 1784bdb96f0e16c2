import type { Page } from '@playwright/test';
import type { Photo } from '#contract/photos/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { NetworkConditions, type Weather } from '#support/browser/networkConditions.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { Tablet, controlled } from '#support/browser/tablet.ts';
import { median, type Bench, type Row } from '../measuring/bench.ts';
import { CachedImagePeer } from '../peers/cachedImagePeer.ts';
import { coldStart, type Start } from '../measuring/coldStart.ts';

const PHOTOS = 12;
const ROUNDS = 9;
const ALBUM = 'wall';
/** The page's own first frame shows it before the slideshow does. */
const OUR_PHOTO = 'img[src*="/medium/"]';
const PEER_PHOTO = 'img';
const PEER_GOAL = 1.5;

interface Case {
  name: string;
  weather: Weather;
  slowDown: number;
  goalMs: number;
}

const CASES: Case[] = [
  { name: 'server dead', weather: 'dead', slowDown: 1, goalMs: 1_500 },
  { name: 'server dead, 6× slower CPU', weather: 'dead', slowDown: 6, goalMs: 4_000 },
  { name: 'sockets that hang', weather: 'hanging', slowDown: 1, goalMs: 4_000 },
];

async function library(server: ServerProcess): Promise<void> {
  const api = await ApiClient.signedIn(server.origin);
  const album = await api.createAlbum('Wall', ALBUM);
  for (let seed = 0; seed < PHOTOS; seed += 1) {
    const bytes = Uint8Array.from(await jpeg({ seed, width: 2048, height: 1365 }));
    await api.upload(album.id, [{ name: `${seed}.jpg`, bytes }]);
  }
}

async function stock(page: Page): Promise<void> {
  await controlled(page);
  await page.keyboard.press('Escape');
  await page.getByText(`Offline ready ${PHOTOS}/${PHOTOS}`).waitFor({ timeout: 60_000 });
}

/** A tablet that has once seen the peer's page, with one of our photos on it; its server is gone. */
async function peerStart(server: ServerProcess): Promise<Start> {
  const api = await ApiClient.signedIn(server.origin);
  const headers = { 'X-API-Key': server.kioskKey };
  const albums: { id: string }[] = await (await fetch(api.origin + API_PATHS.albums, { headers })).json();
  const list = await fetch(api.origin + API_PATHS.albumPhotos(albums[0]!.id), { headers });
  const [photo]: Photo[] = JSON.parse(await list.text());
  const medium = await fetch(`${api.origin}/photos/${ALBUM}/medium/${photo!.filename}`);
  const peer = await CachedImagePeer.start(new Uint8Array(await medium.arrayBuffer()));
  const tablet = new Tablet();
  const link = `${peer.origin}/`;
  await controlled(await tablet.switchOn(link));
  await tablet.switchOff();
  await peer.stop();
  return { tablet, link, photo: PEER_PHOTO };
}

function describe(times: number[]): string {
  return `${Math.round(median(times))} ms (${times.map((time) => Math.round(time)).join(' / ')})`;
}

function rowsOf({ name, weather, goalMs }: Case, ours: number[], peers: number[]): Row[] {
  const what = `cold start without a network to the first photo: ${name}`;
  const absolute: Row = {
    name: what,
    against: 'the goal',
    goal: { kind: 'at most', value: goalMs, unit: 'ms', measured: Math.round(median(ours)) },
    figures: { median: describe(ours) },
  };
  // With hanging sockets this measures the budget of three seconds, which a page without a server lacks.
  if (weather !== 'dead') return [absolute];
  const beside: Row = {
    name: what,
    against: 'a static page with one cached image',
    ratio: median(ours) / median(peers),
    goal: { kind: 'at most', value: PEER_GOAL, unit: '×' },
    figures: { ours: describe(ours), peer: describe(peers) },
  };
  return [beside, absolute];
}

async function run(): Promise<Row[]> {
  const server = await new ServerProcess().start();
  const tablet = new Tablet();
  const road = await new NetworkConditions(server.origin).start();
  let peer: Start | undefined;
  try {
    await library(server);
    const link = `${road.origin}/circuit-tree/photos/${ALBUM}?apiKey=${server.kioskKey}&slideshow=true`;
    peer = await peerStart(server);
    await stock(await tablet.switchOn(link));
    await tablet.switchOff();
    const rows: Row[] = [];
    for (const one of CASES) {
      await road.turn(one.weather);
      const ours: number[] = [];
      const peers: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push((await coldStart({ tablet, link, photo: OUR_PHOTO }, one.slowDown)).photoMs);
        if (one.weather === 'dead') peers.push((await coldStart(peer, one.slowDown)).photoMs);
      }
      rows.push(...rowsOf(one, ours, peers));
    }
    return rows;
  } finally {
    await tablet.dispose();
    await peer?.tablet.dispose();
    await road.close();
    await server.dispose();
  }
}

export const offlineStartBench: Bench = { id: 'offline', run };
