import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Bound {
  cores: number;
  bytes: number;
  /** Comes before other work of the machine, which would count as slowness. */
  isFirst?: boolean;
}

interface ControlGroup {
  /** The command that runs the one after it within the bounds. */
  under: readonly string[];
  /** The processes that the kernel ended because memory was short. */
  killed(): number;
  remove(): void;
}

const ROOT = '/sys/fs/cgroup';
const PERIOD_US = 100_000;

/** Bounds the processes that are started under it, and their children, as a container would; needs Linux and root. */
export function controlGroup({ cores, bytes, isFirst = false }: Bound): ControlGroup {
  const name = `circuit-tree-lab-${process.pid}`;
  const quota = String(cores * PERIOD_US);
  const isFirstVersion = !existsSync(join(ROOT, 'cgroup.controllers'));
  if (!isFirstVersion) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+memory +cpu');
  const [memory, cpu] = isFirstVersion
    ? [join(ROOT, 'memory', name), join(ROOT, 'cpu', name)]
    : [join(ROOT, name), join(ROOT, name)];
  const folders = [...new Set([memory, cpu])];
  for (const folder of folders) mkdirSync(folder);
  if (isFirstVersion) {
    writeFileSync(join(memory, 'memory.limit_in_bytes'), String(bytes));
    writeFileSync(join(cpu, 'cpu.cfs_quota_us'), quota);
    if (isFirst) writeFileSync(join(cpu, 'cpu.shares'), '262144');
  } else {
    writeFileSync(join(memory, 'memory.max'), String(bytes));
    writeFileSync(join(cpu, 'cpu.max'), `${quota} ${PERIOD_US}`);
    if (isFirst) writeFileSync(join(cpu, 'cpu.weight'), '10000');
  }
  const joining = folders.map((folder) => `echo $$ > ${join(folder, 'cgroup.procs')}`).join(' && ');
  const events = join(memory, isFirstVersion ? 'memory.oom_control' : 'memory.events');
  return {
    under: ['sh', '-c', `${joining} && exec "$@"`, 'sh'],
    killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(events, 'utf8'))?.[1] ?? Number.NaN),
    remove: () => folders.forEach((folder) => rmdirSync(folder)),
  };
}
