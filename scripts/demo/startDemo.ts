import { ApiClient } from '../run/apiClient.ts';
import { ServerProcess } from '../run/serverProcess.ts';
import { createDemoNodeKey, seedDemoNodes, startDemoNodes } from './demoNodes.ts';
import { fillLibrary } from './library.ts';

export interface Demo {
  origin: string;
  kioskKey: string;
  /** Resolves when all photos are painted, which goes on while people look around. */
  filled: Promise<void>;
  stop: () => Promise<void>;
}

/** Starts the real server on a temporary data folder, with painted albums and a dozen simulated nodes. */
export async function startDemo(port: number): Promise<Demo> {
  const server = new ServerProcess({ port });
  await seedDemoNodes(server.dataDir);
  await server.start();
  const { origin, kioskKey, dataDir } = server;
  const stopNodes = startDemoNodes({ origin, key: await createDemoNodeKey(dataDir) });
  const filled = ApiClient.signedIn(origin).then(fillLibrary);
  const stop = async () => {
    stopNodes();
    await server.dispose();
  };
  return { origin, kioskKey, filled, stop };
}
