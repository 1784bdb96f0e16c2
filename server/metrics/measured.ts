import { Counter, Gauge, type Registry } from 'prom-client';

export const METRIC_PREFIX = 'circuit_tree_';

interface Reading {
  labels: Record<string, string>;
  value: number;
}

interface Measured {
  name: string;
  help: string;
  labelNames?: string[];
  read: () => Reading[] | Promise<Reading[]>;
}

/** A metric that only grows, counted elsewhere and read when somebody asks. */
export function counter(registry: Registry, { name, help, labelNames = [], read }: Measured): void {
  const registers = [registry];
  const metric: Counter = new Counter({
    name: METRIC_PREFIX + name,
    help,
    labelNames,
    registers,
    collect: async () => {
      const readings = await read();
      metric.reset();
      for (const { labels, value } of readings) metric.inc(labels, value);
    },
  });
}

/** A metric that rises and falls; without readings it is absent. */
export function gauge(registry: Registry, { name, help, labelNames = [], read }: Measured): void {
  const registers = [registry];
  const metric: Gauge = new Gauge({
    name: METRIC_PREFIX + name,
    help,
    labelNames,
    registers,
    collect: async () => {
      const readings = await read();
      metric.reset();
      // Without labels a reset leaves a zero, which would say that there is something.
      if (readings.length === 0) metric.remove({});
      for (const { labels, value } of readings) metric.set(labels, value);
    },
  });
}

/** The one reading of a metric without labels. */
export function one(value: number): Reading[] {
  return [{ labels: {}, value }];
}
