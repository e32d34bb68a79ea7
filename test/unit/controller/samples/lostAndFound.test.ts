import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import lostAndFound from '../../../../extension/controller/samples/lostAndFound.ts';
import { PlaygroundController } from '../../../support/playgroundController.ts';

describe('lost and found', () => {
  let world: PlaygroundController;
  const noted = async (): Promise<string | undefined> => (await world.object('v1/namespaces', undefined, 'shop')).metadata.annotations?.['configmaps'];
  const create = (name: string, data?: object): Promise<unknown> => world.playground.ask('POST', '/api/v1/namespaces/shop/configmaps', { body: { metadata: { name }, ...(data && { data }) } });

  beforeEach(async () => {
    world = await new PlaygroundController(lostAndFound).start();
    world.probe.clear();
  });
  afterEach(() => world.stop());

  it('keeps the number of ConfigMaps, as long as its handler is told', async () => {
    expect(await noted()).toBe('3');
    await create('one-more', { k: 'v' });
    await world.playground.clock.settle();
    expect(await noted()).toBe('4');
  });

  it('loses a notification when its handler throws: no retry, no reconcile, and the number stays wrong', async () => {
    await create('nothing-in-it');
    await world.playground.clock.advance(29_000);
    expect(world.probe.of('handler.error')).toMatchObject([{ key: 'shop/nothing-in-it', handler: 'lost-and-found' }]);
    expect(world.probe.of('reconcile.start').filter(({ key }) => key === 'shop')).toEqual([]);
    expect(world.probe.of('workqueue.ratelimited')).toEqual([]);
    expect(await noted()).toBe('3');
  });

  it('finds it at the next resync, which repairs it, for it looks at the whole state', async () => {
    await create('nothing-in-it');
    await world.playground.clock.advance(31_000);
    expect(await noted()).toBe('4');
    const repair = world.probe.of('reconcile.write').at(-1)!;
    const chain = world.probe.chain(repair.seq);
    expect(chain.some((entry) => entry.kind === 'handler.update' && entry.resync)).toBe(true);
    expect(await world.writesOfSecondRun('shop')).toEqual([]);
  });

  it('resyncs for ever, and writes nothing more', async () => {
    await world.playground.clock.advance(31_000);
    world.probe.clear();
    await world.playground.clock.advance(120_000);
    expect(world.probe.of('reconcile.start').length).toBeGreaterThan(3);
    expect(world.probe.of('reconcile.write')).toEqual([]);
  });
});
