import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../../../extension/kube/status.ts';
import { added, bookmark, errorEvent, modified, page, pod } from '../../../support/objects.ts';
import { lintHarness, type LintHarnessOptions, pods } from '../../../support/lintHarness.ts';
import { ScriptedListerWatcher, ScriptedWatch } from '../../../support/scriptedListerWatcher.ts';

/** An informer on pods of a server that does as it is told. */
async function watching(lists: ConstructorParameters<typeof ScriptedListerWatcher>[0], version = 'v1.34.0', options: Pick<LintHarnessOptions, 'settings'> = {}) {
  const server = new ScriptedListerWatcher(lists);
  const harness = lintHarness({ ...options, cluster: { listerWatcher: () => server, version: () => Promise.resolve({ gitVersion: version }) } });
  await harness.session.connect();
  harness.session.informers.start(pods);
  await harness.clock.settle();
  return { ...harness, server };
}

describe('relist storm', () => {
  it('is raised when everything is listed again and again, says why, and is cleared two minutes after the last', async () => {
    const { session, server, clock, raised, first } = await watching(Array.from({ length: 20 }, (_, index) => page(10 + index)));
    for (let round = 0; round < 5; round++) {
      server.current.send(errorEvent(410, 'Expired'));
      await clock.advance(12_000);
    }
    expect(raised()).toEqual(['relist-storm']);
    expect(first()).toMatchObject({ informer: 'v1/pods', evidence: { times: 4, code: 410, reason: 'Expired' } });
    for (let minute = 0; minute < 4; minute++) {
      expect(raised()).toEqual(minute < 3 ? ['relist-storm'] : []);
      server.current.send(bookmark(100 + minute));
      await clock.advance(60_000);
    }
    await session.close();
  });

  it('is not raised for a list in many pages, nor for a few relists', async () => {
    const pages = Array.from({ length: 10 }, (_, index) => page(10, [pod(`p-${index}`, 1)], index < 9 ? { continue: `${index}` } : {}));
    const { session, server, clock, raised } = await watching([...pages, page(20), page(30)]);
    for (let round = 0; round < 2; round++) {
      server.current.send(errorEvent(410, 'Expired'));
      await clock.advance(20_000);
    }
    expect([raised(), server.lists.length]).toEqual([[], 12]);
    await session.close();
  });
});

describe('relist storm of the whole state as the beginning of a watch', () => {
  const settings = { settings: { clientGo: '1.36' } } as const;

  it('is raised when it is cut off again and again, also before it has ever come to its end, and is cleared when it has', async () => {
    const { session, server, clock, raised, first, causes } = await watching([], 'v1.34.0', settings);
    for (let round = 0; round < 4; round++) {
      expect(raised()).toEqual([]);
      server.current.send(added(pod('a', 5 + round))).end();
      await clock.advance(3000);
    }
    expect(raised()).toEqual(['relist-storm']);
    expect(first()).toMatchObject({ informer: 'v1/pods', evidence: { times: 4, ms: 9000, reason: 'InitialEventsCut' } });
    expect(causes()).toEqual(['reflector.watch', 'reflector.watch', 'reflector.watch', 'reflector.watch']);
    server.current.send(added(pod('a', 20)), bookmark(30, true));
    await clock.advance(60_000);
    server.current.send(bookmark(31));
    await clock.advance(63_000);
    expect(raised()).toEqual([]);
    await session.close();
  });

  it('is not raised for one that is cut off twice, nor for an ordinary watch that ends as watches do', async () => {
    const { session, server, clock, raised } = await watching([], 'v1.34.0', settings);
    for (let round = 0; round < 2; round++) {
      server.current.send(added(pod('a', 5))).end();
      await clock.advance(1000);
    }
    server.current.send(added(pod('a', 5)), bookmark(9, true));
    await clock.advance(1000);
    for (let round = 0; round < 8; round++) {
      server.current.send(modified(pod('a', 10 + round))).end();
      await clock.advance(5000);
    }
    expect(raised()).toEqual([]);
    await session.close();
  });
});

describe('rewatch storm', () => {
  it('is raised when a watch is cut off again and again soon after it was opened, though it brings something each time, and cleared a minute after the last', async () => {
    const { session, server, clock, raised, first, causes } = await watching([page(10)]);
    for (let round = 0; round < 12; round++) {
      expect(raised()).toEqual([]);
      server.current.send(modified(pod('a', 11 + round))).end();
      await clock.advance(1000);
    }
    expect(server.lists).toHaveLength(1);
    expect(raised()).toEqual(['rewatch-storm']);
    expect(first()).toMatchObject({ informer: 'v1/pods', evidence: { times: 12, ms: 11_000 } });
    expect(new Set(causes())).toEqual(new Set(['reflector.closed']));
    server.current.send(bookmark(30));
    await clock.advance(30_000);
    expect(raised()).toEqual(['rewatch-storm']);
    server.current.send(bookmark(31));
    await clock.advance(33_000);
    expect(raised()).toEqual([]);
    await session.close();
  });

  it('is not raised for watches that last, nor for a few that do not', async () => {
    const { session, server, clock, raised } = await watching([page(10)]);
    for (let round = 0; round < 20; round++) {
      server.current.send(modified(pod('a', 11 + round)));
      await clock.advance(round % 3 === 0 ? 1000 : 30_000);
      server.current.end();
      await clock.settle();
    }
    expect(raised()).toEqual([]);
    await session.close();
  });
});

describe('silent watch', () => {
  it('is raised when nothing has come for longer than a bookmark takes, and cleared by the next sign of life', async () => {
    const { session, server, clock, raised, first, causes } = await watching([page(10)]);
    await clock.advance(74_000);
    expect(raised()).toEqual([]);
    await clock.advance(3000);
    expect(raised()).toEqual(['silent-watch']);
    expect(first()!.evidence.ms).toBeGreaterThan(75_000);
    expect(causes()).toEqual(['reflector.watch']);
    server.current.send(modified(pod('a', 11)));
    await clock.advance(1000);
    expect(raised()).toEqual([]);
    await session.close();
  });

  it('is raised at once when the transport gives the stream up as silent, until something comes again', async () => {
    const { session, server, clock, raised } = await watching([page(10)]);
    await clock.advance(70_000);
    server.current.end(new ConnectionError('silent', 'no byte came for 70 s', { server: 'https://x' }));
    await clock.advance(5000);
    expect(raised()).toEqual(['silent-watch']);
    server.current.send(bookmark(12));
    await clock.settle();
    expect(raised()).toEqual([]);
    await session.close();
  });

  it('is not raised while bookmarks come, nor for the time in which somebody holds its events', async () => {
    const { session, server, clock, raised } = await watching([page(10)]);
    for (let minute = 0; minute < 10; minute++) {
      server.current.send(bookmark(20 + minute));
      await clock.advance(60_000);
    }
    session.stepper.pause();
    await clock.advance(600_000);
    session.stepper.continue();
    await clock.advance(60_000);
    expect(raised()).toEqual([]);
    await clock.advance(30_000);
    expect(raised()).toEqual(['silent-watch']);
    await session.close();
  });

  it('is not raised for a server that sends no bookmark of what nobody changes, but where one was due', async () => {
    const { session, server, clock, raised } = await watching([page(10)], 'v1.20.2');
    const silence = async (times: number): Promise<void> => {
      for (let each = 0; each < times; each++) {
        await clock.advance(70_000);
        server.current.end(new ConnectionError('silent', 'no byte came for 70 s', { server: 'https://x' }));
        await clock.advance(100);
        expect(raised()).toEqual([]);
      }
    };
    await silence(9);
    server.current.send(modified(pod('a', 11)));
    await clock.advance(60_000);
    server.current.send(bookmark(11));
    await clock.advance(60_000);
    server.current.send(bookmark(11));
    await clock.advance(74_000);
    expect(raised()).toEqual([]);
    await clock.advance(3000);
    expect(raised()).toEqual(['silent-watch']);
    server.current.end();
    await clock.settle();
    server.current.send(modified(pod('a', 12)));
    await clock.settle();
    server.current.end();
    await silence(3);
    await session.close();
  });

  it('is not raised any more of one that has never sent a bookmark, whatever its version', async () => {
    const { session, server, clock, raised } = await watching([page(10)]);
    const found: string[][] = [];
    for (let each = 0; each < 5; each++) {
      await clock.advance(70_000);
      server.current.end(new ConnectionError('silent', 'no byte came for 70 s', { server: 'https://x' }));
      await clock.advance(100);
      found.push(raised());
    }
    expect(found).toEqual([['silent-watch'], ['silent-watch'], [], [], []]);
    await session.close();
  });

  it('is gone with its informer, and leaves no timer', async () => {
    const { session, clock, raised } = await watching([page(10)]);
    await clock.advance(80_000);
    expect(raised()).toEqual(['silent-watch']);
    const stopping = session.informers.stop('v1/pods');
    await clock.settle();
    await stopping;
    await clock.settle();
    expect([raised(), clock.pending]).toEqual([[], 0]);
    await session.close();
  });
});

describe('two informers that disagree', () => {
  const both = async () => {
    const servers = new Map<string, ScriptedListerWatcher>();
    const harness = lintHarness({
      cluster: {
        listerWatcher(_resource, { namespace = '' }) {
          const server = new ScriptedListerWatcher([page(10, [pod('a', 5)]), page(40, [pod('a', 30)])], [new ScriptedWatch()]);
          servers.set(namespace, server);
          return server;
        },
      },
    });
    harness.session.informers.start(pods);
    harness.session.informers.start(pods, { namespace: 'd' });
    harness.session.informers.start(pods, { namespace: 'elsewhere' });
    await harness.clock.advance(2000);
    return { ...harness, all: servers.get('')!, one: servers.get('d')! };
  };

  it('are told of when one has been behind for ten seconds, and no longer when it has come up', async () => {
    const { session, clock, all, one, raised, first } = await both();
    all.current.send(modified(pod('a', 20)));
    await clock.advance(9000);
    expect(raised()).toEqual([]);
    await clock.advance(4000);
    expect(raised()).toEqual(['disagreement']);
    expect(first()).toMatchObject({ informer: 'v1/pods', key: 'd/a', evidence: { other: 'v1/pods@d', versions: ['20', '5'] } });
    one.current.send(modified(pod('a', 20)));
    await clock.advance(2000);
    expect(raised()).toEqual([]);
    await session.close();
  });

  it('are not told of while one is a few seconds behind, nor for what is outside of a scope', async () => {
    const { session, clock, all, one, raised } = await both();
    for (let version = 20; version < 40; version++) {
      all.current.send(modified(pod('a', version)));
      await clock.advance(4000);
      one.current.send(modified(pod('a', version)));
      await clock.advance(2000);
    }
    expect(raised()).not.toContain('disagreement');
    await session.close();
  });
});
