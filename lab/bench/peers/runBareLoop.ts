import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { watchMemory } from '../measuring/processMemory.ts';

export interface Run {
  photosPerSecond: number;
  megabytes: number;
}

interface Loop {
  /** The photos, and the folder for what is made of them. */
  files: readonly string[];
  folder: string;
  workers: number;
  /** A command that runs the one after it, within the same bounds as the server. */
  under: readonly string[];
}

/** Runs bareLoop.ts once over the files. */
export async function runBareLoop({ files, folder, workers, under }: Loop): Promise<Run> {
  const program = fileURLToPath(new URL('./bareLoop.ts', import.meta.url));
  const [command = '', ...parameters] = [...under, process.execPath, program, String(workers), folder, ...files];
  // libvips works on Node's threads, of which there are four otherwise.
  const env = { ...process.env, UV_THREADPOOL_SIZE: String(Math.max(4, 2 * workers)) };
  const loop = spawn(command, parameters, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  loop.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(loop.stdout, 'data');
  const peak = watchMemory(loop.pid!);
  loop.stdin.write('go\n');
  await once(loop, 'exit');
  const megabytes = peak();
  return { photosPerSecond: files.length / (Number(said.split('\n')[1]) / 1000), megabytes };
}
