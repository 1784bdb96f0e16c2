/** @module-tag full */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { curation } from '#lab/faults/curation/curation.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { CONTENTS } from '../support/model/lists.ts';
import { nameSecretOf } from '../support/nameSecret.ts';
import { peopleOn } from '../support/peopleOn.ts';
import { playSeed, type Scene } from '../support/seeds.ts';
import { expectHeld } from '#support/server/faults.ts';

/** Each found a difference between the server and the model once. */
const SEEDS = [728153, 734561, 51208, 155844, 160174, 163329, 166981];
const ANY_SEED = Date.now() % 1_000_000;

const server = new ServerProcess();
let scene: Scene;

beforeAll(async () => {
  await server.start();
  scene = { server, secret: await nameSecretOf(server), ...(await peopleOn(server)) };
});
afterAll(() => server.dispose());

test.each([...SEEDS, ANY_SEED])('the model explains what two admins do at once: seed %i', async (seed) => {
  const sizes = { albums: 4, contents: CONTENTS };
  const { broken } = await playSeed(scene, { seed, sequences: 3, mostAtOnce: 2, sizes });
  expect(broken).toBeUndefined();
});

expectHeld(curation);
