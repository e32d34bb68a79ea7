import { expect, it } from 'vitest';
import { parseJsonPath } from '../../../extension/kube/jsonPath.ts';

const object = {
  metadata: { name: 'a', annotations: { 'example.com/x': 'y' } },
  spec: { ports: [{ name: 'http', port: 80 }, { name: 'https', port: 443 }], on: true },
  status: { conditions: [{ type: 'Ready', status: 'True' }, { type: 'Stalled', status: 'False' }] },
};

it.each([
  ['.metadata.name', ['a']],
  ['.spec.ports[*].name', ['http', 'https']],
  ['.spec.ports.*.port', [80, 443]],
  ['.spec.ports[0].port', [80]],
  ['.spec.ports[-1].port', [443]],
  ['.spec.ports[7].port', []],
  ['.status.conditions[?(@.type=="Ready")].status', ['True']],
  [".status.conditions[?(@.type == 'Ready')].status", ['True']],
  ['.status.conditions[?(@.type!="Ready")].status', ['False']],
  ['.spec.ports[?(@.port==443)].name', ['https']],
  ['.spec.ports[?(@.port==0443)].name', ['https']],
  [".metadata.annotations['example.com/x']", ['y']],
  ['.metadata.annotations["example.com/x"]', ['y']],
  ['.spec.on', [true]],
  ['.spec.none.of.it', []],
  ['.spec.ports.name', []],
  ['.metadata.__proto__', []],
  ['.', [object]],
])('%s finds %j', (path, found) => {
  expect(parseJsonPath(path)!(object)).toEqual(found);
});

it.each(['', 'metadata.name', '.spec[', '.spec[?(@.x)]', '..name', '.spec.ports[1:2]', '.a b', '{.metadata.name}'])('%j is none that is known', (path) => {
  expect(parseJsonPath(path)).toBeUndefined();
});
