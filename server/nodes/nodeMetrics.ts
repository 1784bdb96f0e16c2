import { countNodes } from '#domain/nodes/nodeList.ts';
import type { Counters } from '#server/core/counters.ts';
import type { Metric } from '#server/core/metric.ts';
import type { NodeRegistry } from './registry/nodeRegistry.ts';

interface Measured {
  counters: Pick<Counters, 'sockets'>;
  statuses: NodeRegistry['statuses'];
}

export function nodeMetrics({ counters: { sockets }, statuses }: Measured): Metric[] {
  return [
    {
      kind: 'gauge',
      name: 'sockets',
      help: 'Open sockets of screens (readers) and of devices (reporters)',
      labelNames: ['kind'],
      read: () => [
        { labels: { kind: 'reader' }, value: sockets.readers },
        { labels: { kind: 'reporter' }, value: sockets.reporters },
      ],
    },
    {
      kind: 'gauge',
      name: 'nodes',
      help: 'Nodes, and those of them that were silent for a minute or more',
      labelNames: ['state'],
      read: () => {
        const all = statuses();
        const { onTime } = countNodes(all, 0);
        return [
          { labels: { state: 'on-time' }, value: onTime },
          { labels: { state: 'late' }, value: all.length - onTime },
        ];
      },
    },
  ];
}
