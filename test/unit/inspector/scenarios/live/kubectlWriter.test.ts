import { describe, expect, it } from 'vitest';
import { KubectlWriter } from '../../../../../extension/inspector/scenarios/live/kubectlWriter.ts';
import type { ScenarioClient } from '../../../../../extension/inspector/scenarios/live/scenarioClient.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';

const signal = new AbortController().signal;
const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace: 'default' }, data: { colour: 'blue' } };
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'default' }, spec: { template: { spec: { containers: [{ name: 'nginx', image: 'nginx:1.25' }] } } } };

/** A server that notes what is written, and fails once at the write of that number. */
function writerOn({ has = configMap, failsAt = 0 }: { readonly has?: object; readonly failsAt?: number }): { readonly writer: KubectlWriter; readonly written: string[] } {
  const written: string[] = [];
  const objects = {
    get: async () => has,
    write: async ({ verb, body }: { readonly verb: string; readonly body?: unknown }) => {
      written.push([verb, ...(body === undefined ? [] : [JSON.stringify(body)])].join(' '));
      if (written.length === failsAt) throw new Error('the connection was lost');
      return undefined;
    },
  };
  const client = { objects, close: async () => undefined } as unknown as ScenarioClient;
  return { writer: new KubectlWriter(async () => client, new FakeClock(), () => 0.5), written };
}

describe('a write that fails half-way is taken back at once, since nobody else knows of it', () => {
  it('of objects that are made', async () => {
    const { writer, written } = writerOn({ failsAt: 3 });
    await expect(writer.create({ do: 'create', resource: 'v1/configmaps', object: { ...configMap, metadata: { name: 'web-{n}', namespace: 'default' } }, times: 5 }, signal)).rejects.toThrow('the connection was lost');
    expect(written.map((line) => line.split(' ')[0])).toEqual(['create', 'create', 'create', 'delete', 'delete']);
  });

  it('of patches, also of one that may have arrived', async () => {
    const { writer, written } = writerOn({ failsAt: 2 });
    await expect(writer.patch({ do: 'patch', resource: 'v1/configmaps', namespace: 'default', name: 'web', body: { data: { colour: 'red-{n}', note: 'x' } }, times: 5 }, signal)).rejects.toThrow('the connection was lost');
    expect(written).toEqual(['patch {"data":{"colour":"red-1","note":"x"}}', 'patch {"data":{"colour":"red-2","note":"x"}}', 'patch {"data":{"colour":"blue","note":null}}']);
  });

  it('of an image', async () => {
    const { writer, written } = writerOn({ has: deployment, failsAt: 1 });
    await expect(writer.setImage({ do: 'setImage', namespace: 'default', deployment: 'web', container: 'nginx', image: 'nginx:1.26' }, signal)).rejects.toThrow('the connection was lost');
    const path = '/spec/template/spec/containers/0/image';
    expect(written).toEqual([`patch [{"op":"replace","path":"${path}","value":"nginx:1.26"}]`, `patch [{"op":"replace","path":"${path}","value":"nginx:1.25"}]`]);
  });
});

it('takes a patch back when it is asked to, field by field', async () => {
  const { writer, written } = writerOn({});
  const undo = await writer.patch({ do: 'patch', resource: 'v1/configmaps', namespace: 'default', name: 'web', body: { data: { colour: 'red', note: 'x' } } }, signal);
  await undo(signal);
  expect(written).toEqual(['patch {"data":{"colour":"red","note":"x"}}', 'patch {"data":{"colour":"blue","note":null}}']);
});
