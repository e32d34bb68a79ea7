import type { Reconciler, ResourceName } from '../controller/api.ts';
import { watchedResources } from './watchedResources.ts';

/** All that a reconciler works with, each once, its own first: what it reads, and what it may write. */
export function touchedResources(reconciler: Reconciler): ResourceName[] {
  return [...new Set([...watchedResources(reconciler), ...(reconciler.writes ?? [])])];
}
