import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A program that loads a server, in a separate process: it must not share the time of the measuring one. */
export interface OwnProcess<Reply> {
  /** Sends the duration of the measurement; resolves with the result. */
  measure(seconds: number): Promise<Reply>;
  stop(): void;
}

/** Starts a file with one parameter; resolves with its first message, which says that it is ready. */
export async function startOwnProcess<Reply>(fileUrl: string, parameter: unknown): Promise<OwnProcess<Reply>> {
  const child = spawn(process.execPath, [fileURLToPath(fileUrl), JSON.stringify(parameter)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const heard = () => new Promise<Reply>((resolve) => child.once('message', resolve));
  const failed = new Promise<never>((_, reject) =>
    child.once('exit', (code) => code && reject(new Error(`${fileUrl} ended with ${code}`))),
  );
  await Promise.race([heard(), failed]);
  return {
    measure: async (seconds) => {
      child.send({ seconds });
      return Promise.race([heard(), failed]);
    },
    stop: () => child.kill(),
  };
}
