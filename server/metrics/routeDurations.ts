import { Histogram } from 'prom-client';
import { LATENCY_BUCKETS_S, type RouteCounter } from '../counters/requestCounters.ts';

const HELP = 'The time from a request to the end of its response, by route';

/** A histogram made of counts that were kept elsewhere: counting by the package would cost each response more. */
export class RouteDurations extends Histogram {
  readonly #name: string;
  readonly #routes: readonly RouteCounter[];

  constructor(name: string, routes: readonly RouteCounter[]) {
    super({ name, help: HELP, labelNames: ['method', 'route'], buckets: [...LATENCY_BUCKETS_S], registers: [] });
    this.#name = name;
    this.#routes = routes;
  }

  /** The method of a histogram that the registry calls, although the package's types do not declare it. */
  async getForPromString() {
    const asked = this.#routes.filter(({ byClass }) => byClass.some((count) => count > 0));
    const values = asked.flatMap((route) => this.#valuesOf(route));
    return { name: this.#name, help: HELP, type: 'histogram', values };
  }

  #valuesOf({ method, route, byTime, seconds }: RouteCounter) {
    const labels = { method, route };
    let sum = 0;
    const buckets = byTime.map((count, place) => {
      sum += count;
      const le = LATENCY_BUCKETS_S[place] ?? '+Inf';
      return { metricName: `${this.#name}_bucket`, labels: Object.assign({ le }, labels), value: sum };
    });
    return [
      ...buckets,
      { metricName: `${this.#name}_sum`, labels, value: seconds },
      { metricName: `${this.#name}_count`, labels, value: sum },
    ];
  }
}
