import { expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

function post(body: string): ReturnType<PlaygroundHarness['ask']> {
  return new PlaygroundHarness().ask('POST', configMaps, { body, contentType: 'application/yaml' });
}

it.each([
  ['YAML', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: text\n', { x: 'text' }],
  ['JSON, which is YAML', '{"kind":"ConfigMap","metadata":{"name":"a"},"data":{"x":"y"}}', { x: 'y' }],
  ['the first of several documents', 'metadata: {name: a}\n---\nmetadata: {name: b}\n', undefined],
  ['times as texts', 'metadata: {name: a}\ndata: {day: 2020-01-01, time: 12:30:45}\n', { day: '2020-01-01', time: '12:30:45' }],
  ['anchors and merges', 'metadata: {name: a, labels: &l {k: v}, annotations: {<<: *l}}\ndata: {x: text}\n', { x: 'text' }],
])('takes %s', async (_, body, data) => {
  const { status, json } = await post(body);
  expect([status, json.metadata.name, json.data]).toEqual([201, 'a', data]);
});

it('reads YAML as 1.1 has it, as the servers of Kubernetes do', async () => {
  const { json } = await post('metadata: {name: a}\nimmutable: on\n');
  expect(json.immutable).toBe(true);
});

it.each([
  ['text that is no YAML', 'a: ['],
  ['what is no object', 'just text'],
  ['yes as a name', 'metadata: {name: yes}\n'],
  ['numbers where texts have to be', 'metadata: {name: a}\ndata: {x: 1}\n'],
  ['aliases of aliases without end', `a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [${'*a,'.repeat(30)}]\nc: [${'*b,'.repeat(30)}]`],
])('refuses %s', async (_, body) => {
  expect((await post(body)).status).toBe(400);
});
