import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IndexedHeap } from '../../../extension/base/indexedHeap.ts';

interface Node {
  position: number;
  value: number;
}

describe('IndexedHeap', () => {
  it('always gives the smallest first, whatever is added, moved and taken out', () => {
    const action = fc.record({ do: fc.constantFrom('add', 'remove', 'move', 'pop'), value: fc.nat(50), at: fc.nat() });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
        const heap = new IndexedHeap<Node>((one, other) => one.value - other.value);
        const nodes: Node[] = [];
        for (const { do: what, value, at } of actions) {
          const node = nodes[at % nodes.length];
          if (what === 'add' || !node) {
            const added = { position: 0, value };
            nodes.push(added);
            heap.add(added);
          } else if (what === 'move') {
            node.value = value;
            heap.moved(node);
          } else {
            const taken = what === 'pop' ? heap.first! : node;
            nodes.splice(nodes.indexOf(taken), 1);
            heap.remove(taken);
          }
          expect(heap.size).toBe(nodes.length);
          expect(heap.first?.value).toBe(nodes.length > 0 ? Math.min(...nodes.map((each) => each.value)) : undefined);
          expect(heap.sorted().map((each) => each.value)).toEqual(nodes.map((each) => each.value).toSorted((one, other) => one - other));
        }
      }),
    );
  });
});
