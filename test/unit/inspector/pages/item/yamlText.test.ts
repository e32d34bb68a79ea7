import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { objectParts, objectText } from '../../../../../extension/inspector/pages/item/objectParts.ts';
import { yamlText } from '../../../../../extension/inspector/pages/item/yamlText.ts';
import type { KubeObject } from '../../../../../extension/kube/object.ts';

/** Texts that mean something in YAML, and what a cluster may hold. */
const odd = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '-', ':', '#', 'a', '|', '"', "'", '0', '.', '{', '\r', '\u2028', '\u00A0') }),
  fc.constantFrom('true', 'No', 'null', '~', '', '1', '1e3', '0x1f', '1.2.3', '10.0.0.1', '2026-01-01', '2026-01-01T00:00:00Z', '.inf', 'nginx:1.26', 'a: b', 'a #b', 'a ', ' a', '- a', '&a', '*a', '!a', '%a', '@a', '`a', '=', '<<', 'a\n', 'a\n\n', '\na', 'a\n b\n', ' a\nb', 'a\tb\nc', '---', '...', '? a', 'key: |\n  x\n', '<masked 12 bytes>'),
);

it('is read by the library as what was written, whatever it is', () => {
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof({ maxDepth: 4 }, odd, fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21), fc.array(tie('json'), { maxLength: 4 }), fc.dictionary(odd, tie('json'), { maxKeys: 4 })),
  }));
  fc.assert(
    fc.property(json, (value) => {
      expect(parse(yamlText(value), { merge: false })).toEqual(value);
    }),
    { numRuns: 3000 },
  );
});

it('looks as kubectl writes it', () => {
  expect(yamlText({ metadata: { name: 'web', labels: { app: 'web' }, finalizers: [] }, spec: { containers: [{ name: 'web', image: 'nginx:1.26', args: ['-c', 'echo a\necho b\n'], ports: [{ containerPort: 80 }] }], replicas: 2, paused: false }, data: { 'a.conf': 'one\ntwo' } })).toBe(`metadata:
  name: web
  labels:
    app: web
  finalizers: []
spec:
  containers:
  - name: web
    image: nginx:1.26
    args:
    - "-c"
    - |
      echo a
      echo b
    ports:
    - containerPort: 80
  replicas: 2
  paused: false
data:
  a.conf: |-
    one
    two
`);
});

it('is written on one line where it nests deeper than any API', () => {
  let value: unknown = 'end';
  for (let depth = 0; depth < 200; depth++) value = { a: [value] };
  expect(parse(yamlText(value))).toEqual(value);
});

const object: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'd', managedFields: [{ manager: 'kubectl', fieldsV1: { 'f:spec': {} } }] },
  spec: { nodeName: 'n' },
  status: { phase: 'Running' },
};

it.each(['yaml', 'json'] as const)('the parts of an object in %s are the whole of it; managedFields and status can be folded', (format) => {
  const read = (text: string): unknown => (format === 'yaml' ? parse(text) : JSON.parse(text));
  const variants: KubeObject[] = [object, { metadata: {} }, { metadata: { managedFields: [] } }, { metadata: { name: 'a' }, status: {} }, { ...object, status: undefined }, { kind: 'X', metadata: { name: 'a', managedFields: [1] }, status: 1 }];
  for (const variant of variants) {
    const { parts, cut } = objectParts(variant, format);
    const text = parts.map((part) => part.text).join('');
    expect(cut).toBe(false);
    expect(text).toBe(objectText(variant, format));
    const { metadata, ...rest } = JSON.parse(JSON.stringify(variant)) as KubeObject;
    // YAML writes nothing into metadata that has no fields.
    expect(read(text)).toEqual(Object.keys(metadata).length === 0 && format === 'yaml' ? { metadata: null, ...rest } : { metadata, ...rest });
  }
  expect(objectParts(object, format).parts.map(({ name }) => name).filter(Boolean)).toEqual(['metadata.managedFields', 'status']);
});

it('a large object is cut, which is said; for the clipboard it is not', () => {
  const large: KubeObject = { ...object, data: Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key-${index}`, 'x'.repeat(100)])) };
  const { parts, cut } = objectParts(large, 'yaml');
  expect(cut).toBe(true);
  expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBe(100_000);
  expect(objectText(large, 'yaml').length).toBeGreaterThan(200_000);
});
