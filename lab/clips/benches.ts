import type { Bench } from '../bench/measuring/bench.ts';
import { clipAdvancesBench } from './clipAdvancesBench.ts';
import { clipCostBench } from './clipCostBench.ts';

export const clipBenches: Bench[] = [clipAdvancesBench, clipCostBench];
