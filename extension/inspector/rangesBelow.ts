import { type GroupNode, type InformerNode, rangeId, type RangeNode } from './treeNode.ts';

/** Makes the ranges of what stands below a node. */
export function rangesBelow({ id: base }: InformerNode | GroupNode, of: RangeNode['of']): (level: number, from: string, parent: RangeNode['parent']) => RangeNode {
  return (level, from, parent) => ({ type: 'range', id: rangeId(of === 'objects' ? 'range' : 'groups', base, level, from), parent, of, level, from });
}
