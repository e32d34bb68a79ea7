import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import configMapMirror from '../../../../extension/controller/samples/configMapMirror.ts';
import { PlaygroundController } from '../../../support/playgroundController.ts';

const original = ['v1/configmaps', 'default', 'web-content'] as const;
const path = '/api/v1/namespaces/default/configmaps/web-content';

describe('configmap mirror', () => {
  let world: PlaygroundController;
  const mirrorTo = (namespaces: string | null): Promise<void> => world.patch(...original, { metadata: { annotations: { 'mirror-to': namespaces } } });
  const copies = async (): Promise<string[]> => (await world.objects('v1/configmaps')).filter(({ metadata }) => metadata.name === 'web-content' && metadata.namespace !== 'default').map(({ metadata }) => metadata.namespace!);
  const settle = (): Promise<void> => world.playground.clock.advance(2000);

  beforeEach(async () => {
    world = await new PlaygroundController(configMapMirror).start();
  });
  afterEach(() => world.stop());

  it('writes down where it will copy to, holds the original, and then copies', async () => {
    await mirrorTo('shop, kube-public');
    await settle();
    expect(world.probe.of('reconcile.write').map(({ verb, target }) => `${verb} ${target}`)).toEqual([
      'patch v1/configmaps default/web-content',
      'create v1/configmaps shop/web-content',
      'create v1/configmaps kube-public/web-content',
      'apply v1/configmaps default/web-content-mirrors',
    ]);
    const { metadata } = await world.object(...original);
    expect([metadata.finalizers, metadata.annotations?.['mirrored-to']]).toEqual([['samples.informer-inspector/mirror'], 'shop,kube-public']);
    expect((await world.object('v1/configmaps', 'shop', 'web-content'))['data']).toEqual((await world.object(...original))['data']);
    expect(await world.writesOfSecondRun('default/web-content')).toEqual([]);
  });

  it('has no owner reference in another namespace, where it would be the end of the copy; but one in its own', async () => {
    await mirrorTo('shop');
    await settle();
    expect((await world.object('v1/configmaps', 'shop', 'web-content')).metadata.ownerReferences).toBeUndefined();
    const { uid } = (await world.object(...original)).metadata;
    expect((await world.object('v1/configmaps', 'default', 'web-content-mirrors')).metadata.ownerReferences).toMatchObject([{ kind: 'ConfigMap', name: 'web-content', uid }]);
    await world.playground.clock.advance(60_000);
    expect(await copies()).toEqual(['shop']);

    // What a reference across namespaces comes to:
    const stray = { metadata: { name: 'stray', ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'web-content', uid }] } };
    await world.playground.ask('POST', '/api/v1/namespaces/shop/configmaps', { body: stray });
    await settle();
    expect((await world.playground.get('/api/v1/namespaces/shop/configmaps/stray')).status).toBe(404);
  });

  it('follows the original, repairs and restores its copies', async () => {
    await mirrorTo('shop');
    await world.patch(...original, { data: { 'index.html': 'new' }, binaryData: { b: 'AAEC' } });
    await settle();
    const copy = async (): Promise<unknown> => {
      const { data, binaryData } = await world.object('v1/configmaps', 'shop', 'web-content');
      return { data, binaryData };
    };
    expect(await copy()).toEqual({ data: { 'index.html': 'new' }, binaryData: { b: 'AAEC' } });
    await world.patch('v1/configmaps', 'shop', 'web-content', { data: { 'index.html': 'defaced', more: 'x' } });
    await settle();
    expect(await copy()).toEqual({ data: { 'index.html': 'new' }, binaryData: { b: 'AAEC' } });
    await world.playground.ask('DELETE', '/api/v1/namespaces/shop/configmaps/web-content');
    await settle();
    expect(await copies()).toEqual(['shop']);
  });

  it('takes copies back where they are not wanted any more, and lets the original go of its hold', async () => {
    await mirrorTo('shop,kube-public');
    await settle();
    await mirrorTo('kube-public');
    await settle();
    expect(await copies()).toEqual(['kube-public']);
    await mirrorTo(null);
    await settle();
    expect(await copies()).toEqual([]);
    const { metadata } = await world.object(...original);
    expect([metadata.finalizers, metadata.annotations]).toEqual([undefined, undefined]);
  });

  it('lets the original go only when its copies are gone; the list goes with it', async () => {
    await mirrorTo('shop,kube-public');
    await settle();
    const watch = await world.playground.watch('/api/v1/configmaps?watch=true&fieldSelector=metadata.name%3Dweb-content&sendInitialEvents=false&resourceVersionMatch=NotOlderThan');
    expect((await world.playground.ask('DELETE', path)).json.metadata.deletionTimestamp).toBeTruthy();
    await settle();
    const lines = watch.lines();
    expect(lines.slice(0, 3).toSorted()).toEqual(['DELETED kube-public/web-content', 'DELETED shop/web-content', 'MODIFIED default/web-content']);
    expect(lines.at(-1)).toBe('DELETED default/web-content');
    expect((await world.playground.get('/api/v1/namespaces/default/configmaps/web-content-mirrors')).status).toBe(404);
  });

  it('leaves alone what is somebody else’s, when it copies and when it takes back', async () => {
    await world.playground.ask('POST', '/api/v1/namespaces/shop/configmaps', { body: { metadata: { name: 'web-content' }, data: { own: 'yes' } } });
    await mirrorTo('shop');
    await settle();
    await mirrorTo(null);
    await settle();
    expect((await world.object('v1/configmaps', 'shop', 'web-content'))['data']).toEqual({ own: 'yes' });
    expect(world.log.lines.join('\n')).toContain("leaves shop/web-content alone: it is somebody else's");
  });

  it('waits for a namespace that is not there yet', async () => {
    await mirrorTo('later');
    await settle();
    expect(world.probe.of('reconcile.error').at(-1)?.message).toContain('namespaces "later" not found');
    await world.playground.ask('POST', '/api/v1/namespaces', { body: { metadata: { name: 'later' } } });
    await world.playground.clock.advance(60_000);
    expect(await copies()).toEqual(['later']);
  });

  it('leaves finalizers of others where they are', async () => {
    await world.patch(...original, { metadata: { finalizers: ['example.com/other'] } });
    await mirrorTo('shop');
    await settle();
    expect((await world.object(...original)).metadata.finalizers).toEqual(['example.com/other', 'samples.informer-inspector/mirror']);
    await mirrorTo(null);
    await settle();
    expect((await world.object(...original)).metadata.finalizers).toEqual(['example.com/other']);
  });
});
