import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { StoredObject } from '../../../../extension/playground/storage/storedObject.ts';
import { TriggerGroups } from '../../../../extension/playground/watchCache/triggerGroups.ts';

const trigger = { field: 'spec.nodeName', fieldsOf: (object: KubeObject) => ({ 'spec.nodeName': String(object['node'] ?? '') }) };

it('has what a look through all objects would find, in the same order, whatever came, changed and went', () => {
  const change = fc.record({ key: fc.nat(6), node: fc.option(fc.constantFrom('', 'a', 'b'), { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(change), fc.nat(10), (changes, first) => {
      const all = new Map<string, StoredObject>();
      let groups: TriggerGroups | undefined;
      changes.forEach(({ key, node }, index) => {
        if (index === first) groups = new TriggerGroups(trigger, all.values());
        const path = `/registry/pods/${key}`;
        const before = all.get(path);
        const after = node === undefined ? undefined : new StoredObject(path, index + 1, { metadata: { name: String(key) }, node });
        groups?.replace(before, after);
        if (after) all.set(path, after);
        else all.delete(path);
      });
      groups ??= new TriggerGroups(trigger, all.values());
      for (const node of ['', 'a', 'b', 'c']) {
        const wanted = [...all.values()].filter(({ object }) => object['node'] === node).toSorted((one, other) => one.key.localeCompare(other.key));
        expect(groups.of(node)).toEqual(wanted);
      }
    }),
  );
});
