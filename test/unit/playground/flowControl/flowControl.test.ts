import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../extension/base/random.ts';
import { suggestedFlowConfiguration } from '../../../../extension/playground/flowControl/flowConfiguration.ts';
import { type Entered, end, fate, FlowHarness, flowRequest, serviceAccount } from '../../../support/flowRequests.ts';
import { testSeeds } from '../../../support/seed.ts';

const pods = '/api/v1/pods';
/** Nobody is lucky in what he is dealt. */
const oneQueue = { ...suggestedFlowConfiguration, levels: suggestedFlowConfiguration.levels.map((level) => Object.assign({}, level, { queues: Math.min(level.queues, 1) })) };
const ci = () => flowRequest('ci', 'GET', pods);
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const fates = (entered: readonly Entered[]): Record<string, number> => Object.fromEntries(Array.from(Map.groupBy(entered, fate), ([name, group]) => [name, group.length]));

describe('the seats of a server', () => {
  it('are shared among its levels by their shares, rounded up', () => {
    const { levels } = new FlowHarness().control.view(0);
    expect(levels.map(({ name, seats }) => [name, seats])).toEqual([
      ['exempt', 0], ['system', 74], ['node-high', 98], ['leader-election', 25], ['workload-high', 98], ['workload-low', 245], ['global-default', 49], ['catch-all', 13],
    ]);
  });

  it('are lent while they are not used, but for those that a level is never without', () => {
    const harness = new FlowHarness({ limits: { reading: 20, mutating: 10 } });
    const flood = times(60, () => harness.enter(ci()));
    // Of 30 seats: global-default has 3, and others never lend 3 of 4, 4 of 5, 2 of 2, 2 of 5, 1 of 13, 1 of 1.
    const { seats, seatsInUse, waiting } = harness.level('global-default');
    expect([seats, seatsInUse, waiting]).toEqual([3, 17, 43]);
    expect(fates(flood)).toEqual({ in: 17, waiting: 43 });
    expect(fate(harness.enter(serviceAccount('a', 'b', 'GET', pods)))).toBe('in');
    const second = harness.enter(serviceAccount('a', 'b', 'GET', pods));
    expect(fate(second)).toBe('waiting');
  });

  it('that were lent go back to their level first', async () => {
    const harness = new FlowHarness({ limits: { reading: 20, mutating: 10 } });
    const flood = times(60, () => harness.enter(ci()));
    const own = times(8, () => harness.enter(serviceAccount('a', 'b', 'GET', pods)));
    for (const request of flood.slice(0, 7)) end(request);
    await harness.clock.settle();
    expect(fates(own)).toEqual({ in: 8 });
    expect(harness.level('global-default')).toMatchObject({ seatsInUse: 10 });
  });

  it('are more, or fewer, from the moment on when it is said', async () => {
    const harness = new FlowHarness({ limits: { reading: 6, mutating: 0 } });
    const flood = times(40, () => harness.enter(ci()));
    const before = harness.level('global-default').seatsInUse;
    harness.control.limits = { reading: 400, mutating: 200 };
    await harness.clock.settle();
    expect(before).toBeLessThan(7);
    expect(fates(flood)).toEqual({ in: 40 });
    harness.control.limits = { reading: 6, mutating: 0 };
    expect(fate(harness.enter(ci()))).toBe('waiting');
    expect(harness.control.view(3)).toMatchObject({ maxReading: 6, maxMutating: 0, reading: 40, mutating: 0, watching: 3 });
  });

  it('are given back once, however often it is said', () => {
    const harness = new FlowHarness();
    const request = harness.enter(flowRequest('a', 'POST', '/api/v1/namespaces/a/pods'));
    expect(harness.control.view(0)).toMatchObject({ reading: 0, mutating: 1 });
    end(request);
    end(request);
    expect(harness.control.view(0)).toMatchObject({ reading: 0, mutating: 0 });
    expect(harness.level('global-default').seatsInUse).toBe(0);
  });

  it('are as many for a list as there is to read', () => {
    const harness = new FlowHarness();
    harness.objects = 5_000;
    harness.enter(ci());
    expect(harness.level('global-default').seatsInUse).toBe(8); // 15 % of 49
  });
});

describe('who is sent away', () => {
  it('nobody of the exempt level, ever', () => {
    const harness = new FlowHarness({ limits: { reading: 1, mutating: 1 } });
    const all = times(500, () => harness.enter(flowRequest('admin', 'GET', pods, ['system:masters'])));
    expect(fates(all)).toEqual({ in: 500 });
    expect(harness.level('exempt')).toMatchObject({ seatsInUse: 500, dispatched: 500, rejected: 0 });
  });

  it('who finds the queues of his flow full; another flow does not notice', () => {
    const harness = new FlowHarness({ limits: { reading: 6, mutating: 3 } });
    const flood = times(400, () => harness.enter(ci()));
    const inUse = harness.level('global-default').seatsInUse;
    expect(fates(flood)).toEqual({ in: inUse, waiting: 300, 'queue-full': 100 - inUse });
    const { longest, rejected } = harness.level('global-default');
    expect(longest.map(({ waiting, flow }) => [waiting, flow])).toEqual(times(6, () => [50, 'global-default/ci']));
    expect(rejected).toBe(100 - inUse);
    expect(harness.schema('global-default')).toMatchObject({ matched: 400, rejected });
    expect(fate(harness.enter(flowRequest('person', 'GET', pods)))).toBe('waiting');
  });

  it('who finds no seat in a level that does not queue', () => {
    const harness = new FlowHarness({ limits: { reading: 1, mutating: 0 } });
    const all = times(3, () => harness.enter(flowRequest('nobody', 'GET', pods, [])));
    expect(all.map(fate)).toEqual(['in', 'concurrency-limit', 'concurrency-limit']);
  });

  it('who has waited for a quarter of a minute', async () => {
    const harness = new FlowHarness({ limits: { reading: 1, mutating: 0 } });
    const [first, second] = [harness.enter(ci()), harness.enter(ci())];
    await harness.clock.advance(14_999);
    const third = harness.enter(ci());
    expect([first, second, third].map(fate)).toEqual(['in', 'waiting', 'waiting']);
    await harness.clock.advance(1);
    expect([first, second, third].map(fate)).toEqual(['in', 'time-out', 'waiting']);
    end(first);
    await harness.clock.settle();
    expect(fate(third)).toBe('in');
    expect(harness.level('global-default')).toMatchObject({ rejected: 1, dispatched: 2, waitedMs: 1 });
    expect(harness.clock.pending).toBe(0);
  });

  it('whose client goes leaves the queue, and nobody counts it', async () => {
    const harness = new FlowHarness({ limits: { reading: 1, mutating: 0 } });
    const [first, second] = [harness.enter(ci()), harness.enter(ci())];
    second.client.abort();
    await harness.clock.settle();
    expect([first, second].map(fate)).toEqual(['in', 'gone']);
    expect(harness.level('global-default')).toMatchObject({ waiting: 0, rejected: 0 });
    expect(harness.clock.pending).toBe(0);
  });

  it('everybody who waits, when it ends', async () => {
    const harness = new FlowHarness({ limits: { reading: 1, mutating: 0 } });
    const all = times(3, () => harness.enter(ci()));
    harness.control.close();
    await harness.clock.settle();
    expect(fates(all)).toEqual({ in: 1, gone: 2 });
    expect(harness.clock.pending).toBe(0);
  });
});

describe('whose turn it is', () => {
  it('a flow that asks little is served beside one that floods, and does not wait behind it', async () => {
    const harness = new FlowHarness({ limits: { reading: 1, mutating: 0 } });
    times(200, () => harness.enter(ci()));
    const person = times(5, () => harness.enter(flowRequest('person', 'GET', pods)));
    for (let turn = 0; turn < 40 && !person.every((each) => fate(each) === 'in'); turn++) {
      await harness.clock.advance(10);
      end(harness.admitted.shift()!);
      await harness.clock.settle();
    }
    // Its queue against the six of the flood, whose turns come as often.
    expect(fates(person)).toEqual({ in: 5 });
  });

  it('in a queue, who came first', async () => {
    const harness = new FlowHarness({ limits: { reading: 1, mutating: 0 }, configuration: oneQueue });
    const all = times(10, () => harness.enter(ci()));
    const order: Entered[] = [];
    while (harness.admitted.length > 0) {
      const [next] = harness.admitted.splice(0);
      order.push(next!);
      end(next!);
      await harness.clock.settle();
    }
    expect(order).toEqual(all);
  });

  it.each(testSeeds(20))('seed %i: whatever comes, no more seats are used than there are, everybody gets in or is sent away, and nothing is left over', async (seed) => {
    const random = seededRandom(seed);
    const harness = new FlowHarness({ limits: { reading: 20, mutating: 10 } });
    const all: Entered[] = [];
    const running: Entered[] = [];
    for (let step = 0; step < 600; step++) {
      harness.objects = Math.floor(random() * 600);
      const who = Math.floor(random() * 12);
      if (random() < 0.6) all.push(harness.enter(who < 6 ? ci() : serviceAccount(`ns-${who % 3}`, `c-${who}`, random() < 0.5 ? 'GET' : 'POST', '/api/v1/namespaces/a/pods')));
      else if (running.length > 0) end(running.splice(Math.floor(random() * running.length), 1)[0]!);
      if (random() < 0.05 && all.length > 0) all[Math.floor(random() * all.length)]!.client.abort();
      await harness.clock.advance(Math.floor(random() * 40));
      running.push(...harness.admitted.splice(0));
      const { levels, reading, mutating } = harness.control.view(0);
      expect(levels.reduce((sum, { seatsInUse }) => sum + seatsInUse, 0)).toBeLessThanOrEqual(32); // one at a time gets into an empty level
      expect(reading + mutating).toBe(running.length);
    }
    while (running.length > 0) {
      end(running.shift()!);
      await harness.clock.settle();
      running.push(...harness.admitted.splice(0));
    }
    expect(all.filter((each) => fate(each) === 'waiting')).toEqual([]);
    for (const { seatsInUse, waiting } of harness.control.view(0).levels) expect([seatsInUse, waiting]).toEqual([0, 0]);
    expect(harness.clock.pending).toBe(0);
  });
});
