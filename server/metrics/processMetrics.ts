import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';

type Delay = ReturnType<typeof monitorEventLoopDelay>;

const LAG = 'nodejs_eventloop_lag_';
const NANOSECONDS = 1_000_000_000;
const MICROSECONDS = 1_000_000;

/** The library's own have no usable values before the first sample: Nan, and a minimum of centuries. */
const LAGS: Record<string, (lag: Delay) => number> = {
  min: (lag) => lag.min,
  max: (lag) => lag.max,
  mean: (lag) => lag.mean,
  stddev: (lag) => lag.stddev,
  p50: (lag) => lag.percentile(50),
  p90: (lag) => lag.percentile(90),
  p99: (lag) => lag.percentile(99),
};

/** Gauges whose names end as only those of counters may. Those without this ending say the same by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The memory and processor time of the process, and the delays of its event loop. */
export function measureProcess(registry: Registry): void {
  const used = process.cpuUsage();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  // The library counts from its own first moment, which is the first reading.
  add(registry, 'process_cpu_user_seconds_total', used.user);
  add(registry, 'process_cpu_system_seconds_total', used.system);
  add(registry, 'process_cpu_seconds_total', used.user + used.system);
  measureLag(registry);
}

function add(registry: Registry, name: string, microseconds: number): void {
  const metric = registry.getSingleMetric(name);
  if (metric instanceof Counter) metric.inc(microseconds / MICROSECONDS);
}

/** Each reading tells of the time since the one before; without a sample in it the metrics are absent. */
function measureLag(registry: Registry): void {
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  const names = Object.keys(LAGS);
  for (const [name, read] of Object.entries(LAGS)) {
    registry.removeSingleMetric(`${LAG}${name}_seconds`);
    const gauge: Gauge = new Gauge({
      name: `${LAG}${name}_seconds`,
      help: `The ${name} of the event loop's lag since the last reading, in seconds`,
      registers: [registry],
      collect: () => {
        if (lag.count === 0) gauge.remove({});
        else gauge.set(read(lag) / NANOSECONDS);
        if (name === names.at(-1)) lag.reset();
      },
    });
  }
}
