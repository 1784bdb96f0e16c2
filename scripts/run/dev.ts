// `npm run dev`: runs the server, restarted after each change, and in front of it Vite with hot reload.
import { spawn, type ChildProcess } from 'node:child_process';

const SERVER_PORT = process.env.PORT ?? '8083';
const children: ChildProcess[] = [];

function start(name: string, args: string[]): void {
  const env = { ...process.env, PORT: SERVER_PORT, CIRCUIT_TREE_SERVER: `http://localhost:${SERVER_PORT}` };
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  children.push(child);
  child.once('exit', (code) => {
    if (code) console.error(`${name} ended with code ${code}`);
    stopAll();
    process.exitCode ||= code ?? 0;
  });
}

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}

console.log(`The pages come from Vite's address; the server on port ${SERVER_PORT} answers the calls behind it.`);
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
start('The server', ['--watch-path=server', '--watch-path=src/contract', '--watch-path=src/domain', 'server/main.ts']);
start('Vite', ['node_modules/vite/bin/vite.js']);
