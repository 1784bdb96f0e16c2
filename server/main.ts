import { buildApp } from './app.ts';
import { createDependencies } from './dependencies.ts';
import { reasonOf, StartError } from './errors.ts';
import { readSettings } from './settings.ts';

async function start(): Promise<void> {
  const settings = readSettings();
  const dependencies = await createDependencies(settings);
  const app = await buildApp(dependencies);
  await app.listen({ port: settings.port, host: settings.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  const origin = `${settings.tls ? 'https' : 'http'}://localhost:${port}`;
  console.log(`  Landing  ${origin}/`);
  if ((await dependencies.keys.list()).length === 0) {
    const key = await dependencies.keys.create('First kiosk', 'kiosk');
    console.log(`  Kiosk    ${origin}/circuit-tree?apiKey=${key}`);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close());
}

try {
  await start();
} catch (error) {
  console.error(error instanceof StartError ? reasonOf(error) : error);
  process.exit(1);
}
