import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const PROGRAM = 'nginx';

export const hasNginx = spawnSync(PROGRAM, ['-v']).error === undefined;

/** nginx as it is set up for files that do not change: sendfile, and files that stay open. One process, like ours. */
function configuration(port: number, folder: string, own: string): string {
  return `daemon off; master_process off; worker_processes 1; pid ${own}/pid; error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000;
  open_file_cache max=10000 inactive=10m; open_file_cache_valid 10m;
  types { image/jpeg jpg; }
  client_body_temp_path ${own}; proxy_temp_path ${own}; fastcgi_temp_path ${own}; uwsgi_temp_path ${own}; scgi_temp_path ${own};
  server {
    listen 127.0.0.1:${port};
    add_header Cache-Control "public, max-age=31536000, immutable";
    location ~ ^/photos/[^/]+/(thumbnail|medium)/(.+)\\.jpg$ { alias ${folder}/$2/$1.jpg; }
  }
}`;
}

export interface NginxServer {
  child: ChildProcess;
  origin: string;
  dispose: () => void;
}

/** Serves the photos of one album's folder under the addresses that our own server gives them. */
export async function startNginx(folder: string): Promise<NginxServer> {
  const own = mkdtempSync(join(tmpdir(), 'circuit-tree-nginx-'));
  const port = await freePort();
  const file = join(own, 'nginx.conf');
  // Run by root it would change to another user, who may not read an owner's folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  writeFileSync(file, user + configuration(port, folder, own));
  const child = spawn(PROGRAM, ['-c', file, '-p', own], { stdio: ['ignore', 'ignore', 'inherit'] });
  const origin = `http://127.0.0.1:${port}`;
  await listening(origin);
  const dispose = () => {
    child.kill();
    rmSync(own, { recursive: true, force: true });
  };
  return { child, origin, dispose };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

async function listening(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer) {
      await answer.body?.cancel();
      return;
    }
    await wait(50);
  }
  throw new Error('nginx does not start');
}
