import type { CompileCondition } from '../inspector/treeFilter/treeFilter.ts';

/** The language of conditions on objects, loaded for the first filter that has one. */
export async function loadConditions(): Promise<CompileCondition> {
  return (await import('../inspector/treeFilter/celConditions.ts')).celConditions;
}
