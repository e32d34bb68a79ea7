import type { BenchCase } from './benchCase.ts';
import { handlers, informers, pods150k, relist } from './cases/engineCases.ts';
import { configmaps, latency } from './cases/latencyCases.ts';
import { lints } from './cases/lints.ts';
import { panel } from './cases/panel.ts';
import { history } from './cases/history.ts';
import { playground } from './cases/playground.ts';
import { reconcile } from './cases/reconcile.ts';
import { standardCase } from './cases/standardCase.ts';
import { tracing } from './cases/tracing.ts';
import { tree } from './cases/tree.ts';
import { workqueue } from './cases/workqueue.ts';

/** What can be asked for by name. */
export const cases: Readonly<Record<string, BenchCase>> = {
  standard: standardCase('shared'),
  distinct: standardCase('distinct'),
  tracing,
  lints,
  latency,
  relist,
  workqueue,
  reconcile,
  history,
  panel,
  playground,
  handlers,
  informers,
  configmaps,
  pods150k,
  tree,
};
