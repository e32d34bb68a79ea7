import type { Reconciler } from './api.ts';
import { DefinitionProblem, readDefinition } from './process/definition.ts';

/** More would only wait for each other: they share one thread, and one client. */
const maxWorkers = 64;

/** client-go resyncs no handler more often (S-22). */
const minResyncMs = 1000;

/**
 * Whether a controller can run it, so that whatever is wrong is said before anything is watched.
 * @throws DefinitionProblem
 */
export function checkReconciler(reconciler: Reconciler): void {
  const { setup, reconcile, watches = [], workers = 1, queue = 'rateLimiting', limiter, priority = false, resync = 0 } = reconciler;
  readDefinition(reconciler, setup !== undefined);
  if (typeof reconcile !== 'function') throw new DefinitionProblem('reconcile', 'must be a function: it does what is to be done for one key');
  if (setup !== undefined && typeof setup !== 'function') throw new DefinitionProblem('setup', 'must be a function, where it is there at all');
  for (const [index, { map }] of watches.entries()) {
    if (typeof map !== 'function') throw new DefinitionProblem(`watches[${index}].map`, 'must be a function: it gives the keys that an object asks for');
  }
  if (workers > maxWorkers) throw new DefinitionProblem('workers', `must be a whole number from 1 to ${maxWorkers}, not ${workers}`);
  if (resync > 0 && resync < minResyncMs) throw new DefinitionProblem('resync', `must be 0, or ${minResyncMs} milliseconds at least, not ${resync}`);
  if (queue === 'rateLimiting') return;
  if (limiter) throw new DefinitionProblem('limiter', `belongs to a rate limiting queue, and \`queue\` is ${JSON.stringify(queue)}: leave one of the two out`);
  if (priority) throw new DefinitionProblem('priority', `belongs to a rate limiting queue, and \`queue\` is ${JSON.stringify(queue)}: leave one of the two out`);
}
