import { describe, expect, it } from 'vitest';
import type { Discovered, GroupFailure } from '../../../extension/cluster/discovery.ts';
import { ResourceCatalog } from '../../../extension/inspector/resourceCatalog.ts';
import { type ApiResource, formatResource } from '../../../extension/kube/resource.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import type { TraceEntry } from '../../../extension/trace/entry.ts';
import { FakeClock } from '../../support/fakeClock.ts';

function resource(name: string, group = '', version = 'v1'): ApiResource {
  return { group, version, resource: name, kind: name, namespaced: true, verbs: ['list', 'watch'], shortNames: [], singularName: name };
}

const failure = (groupVersion: string): GroupFailure => ({ groupVersion, error: new ApiError({ code: 503, reason: 'ServiceUnavailable', message: 'down' }) });

/** A server that answers when a test lets it. */
class Server {
  readonly asked: { readonly answer: (found: readonly ApiResource[], failures?: readonly GroupFailure[]) => void; readonly part: (found: readonly ApiResource[]) => void; readonly fail: (error: Error) => void }[] = [];
  requests = 2;

  discover = (_signal: AbortSignal, onPart?: (part: Discovered) => void): Promise<Discovered> => {
    const { promise, resolve, reject } = Promise.withResolvers<Discovered>();
    const discovered = (resources: readonly ApiResource[], failures: readonly GroupFailure[] = []): Discovered => ({ resources, failures, requests: this.requests });
    this.asked.push({ answer: (...found) => resolve(discovered(...found)), part: (resources) => onPart?.(discovered(resources)), fail: reject });
    return promise;
  };
}

function newCatalog() {
  const clock = new FakeClock();
  const server = new Server();
  const ending = new AbortController();
  const catalog = new ResourceCatalog({ discover: server.discover, clock, signal: ending.signal });
  const told: string[] = [];
  catalog.onChange(() => told.push(`${catalog.isAsking ? 'asking' : 'quiet'}: ${names(catalog).join(' ')}`));
  return { clock, server, catalog, told, end: () => ending.abort(new Error('the session has ended')) };
}

const names = ({ known }: ResourceCatalog): string[] => known?.resources.map(formatResource) ?? [];
/** The fields that are looked at. */
const entry = (kind: string, informer: string, more: object = {}): TraceEntry => ({ seq: 1, t: 0, kind, informer, ...more }) as unknown as TraceEntry;

describe('what a server has', () => {
  it('is asked when somebody wants to know, once for all who want to know', async () => {
    const { server, catalog, clock } = newCatalog();
    await clock.advance(3_600_000);
    expect(server.asked).toHaveLength(0);
    const [one, other] = [catalog.upToDate(), catalog.upToDate()];
    await clock.settle();
    expect(server.asked).toHaveLength(1);
    server.asked[0]!.answer([resource('pods')]);
    expect(await one).toBe(await other);
    expect(catalog.find({ group: '', version: 'v1', resource: 'pods' })).toMatchObject({ kind: 'pods' });
    expect(catalog.find({ group: 'apps', version: 'v1', resource: 'pods' })).toBeUndefined();
  });

  it('is known for ten seconds, then asked for anew; sooner when something has said that it is out of date', async () => {
    const { server, catalog, clock } = newCatalog();
    const first = catalog.upToDate();
    await clock.settle();
    server.asked[0]!.answer([resource('pods')]);
    await first;
    await clock.advance(9_999);
    expect(await catalog.upToDate()).toBe(await first);
    expect(server.asked).toHaveLength(1);
    await clock.advance(1);
    const second = catalog.upToDate();
    await clock.settle();
    server.asked[1]!.answer([resource('pods')]);
    // Nothing has changed: it is the same.
    expect(await second).toBe(await first);
    catalog.outdate();
    void catalog.upToDate();
    await clock.settle();
    expect(server.asked).toHaveLength(3);
  });

  it('says why it could not be asked, keeps what is known, and asks again', async () => {
    const { server, catalog, clock } = newCatalog();
    const first = catalog.upToDate();
    await clock.settle();
    server.asked[0]!.fail(new Error('refused'));
    await expect(first).rejects.toThrow('refused');
    expect(catalog.error).toMatchObject({ message: 'refused' });
    expect(catalog.known).toBeUndefined();
    const second = catalog.upToDate();
    await clock.settle();
    server.asked[1]!.answer([resource('pods')]);
    await second;
    expect(catalog.error).toBeUndefined();
    catalog.outdate();
    const third = catalog.upToDate();
    await clock.settle();
    server.asked[2]!.fail(new Error('gone'));
    await expect(third).rejects.toThrow('gone');
    expect(names(catalog)).toEqual(['v1/pods']);
  });
});

describe('while somebody looks', () => {
  it('it is there at once, and is brought up to date in place: what stays is the same object', async () => {
    const { server, catalog, clock, told } = newCatalog();
    const first = catalog.upToDate();
    await clock.settle();
    server.asked[0]!.answer([resource('pods'), resource('widgets', 'example.com')]);
    await first;
    await clock.advance(5_000);
    told.length = 0;
    const looking = catalog.look();
    expect(names(catalog)).toEqual(['v1/pods', 'example.com/v1/widgets']);
    await clock.settle();
    const [pods] = catalog.known!.resources;
    server.asked[1]!.answer([resource('pods'), resource('gadgets', 'example.com')]);
    await clock.settle();
    expect(told).toEqual(['asking: v1/pods example.com/v1/widgets', 'quiet: v1/pods example.com/v1/gadgets']);
    expect(catalog.known!.resources[0]).toBe(pods);
    looking.dispose();
  });

  it('it is asked again every ten seconds, where all is told in two requests; nobody asks once nobody looks', async () => {
    const { server, catalog, clock } = newCatalog();
    const looking = [catalog.look(), catalog.look()];
    await clock.settle();
    for (const count of [1, 2, 3]) {
      expect(server.asked).toHaveLength(count);
      server.asked[count - 1]!.answer([resource('pods')]);
      await clock.advance(9_999);
      expect(server.asked).toHaveLength(count);
      await clock.advance(1);
    }
    server.asked[3]!.answer([]);
    for (const each of looking) each.dispose();
    await clock.advance(60_000);
    expect(server.asked).toHaveLength(4);
    expect(clock.pending).toBe(0);
  });

  it('it costs no more than a request a second in the long run, where each group is asked by itself; ten, where there is reason', async () => {
    const { server, catalog, clock } = newCatalog();
    server.requests = 40;
    const looking = catalog.look();
    await clock.settle();
    server.asked[0]!.answer([]);
    await clock.advance(39_999);
    expect(server.asked).toHaveLength(1);
    await clock.advance(1);
    server.asked[1]!.answer([]);
    await clock.settle();
    catalog.outdate();
    await clock.advance(3_999);
    expect(server.asked).toHaveLength(2);
    await clock.advance(1);
    expect(server.asked).toHaveLength(3);
    looking.dispose();
  });

  it('a failure is kept for who looks, and it is asked again', async () => {
    const { server, catalog, clock } = newCatalog();
    const looking = catalog.look();
    await clock.settle();
    server.asked[0]!.fail(new Error('refused'));
    await clock.settle();
    expect(catalog.error).toMatchObject({ message: 'refused' });
    await clock.advance(10_000);
    server.asked[1]!.answer([resource('pods')]);
    await clock.settle();
    expect([names(catalog), catalog.error]).toEqual([['v1/pods'], undefined]);
    looking.dispose();
  });

  it('what has answered is shown after half a second, when a group does not; later parts do not take away what is known', async () => {
    const { server, catalog, clock } = newCatalog();
    const looking = catalog.look();
    await clock.settle();
    server.asked[0]!.part([resource('pods')]);
    expect(catalog.known).toBeUndefined();
    await clock.advance(500);
    server.asked[0]!.part([resource('pods')]);
    expect(catalog.known).toMatchObject({ complete: false });
    expect(names(catalog)).toEqual(['v1/pods']);
    server.asked[0]!.answer([resource('pods'), resource('nodes')]);
    await clock.advance(10_000);
    server.asked[1]!.part([resource('pods')]);
    await clock.advance(500);
    server.asked[1]!.part([resource('pods')]);
    expect(names(catalog)).toEqual(['v1/pods', 'v1/nodes']);
    looking.dispose();
  });

  it('nothing is asked after the end of the session, and nobody is told', async () => {
    const { server, catalog, clock, told, end } = newCatalog();
    catalog.look();
    await clock.settle();
    told.length = 0;
    end();
    server.asked[0]!.answer([resource('pods')]);
    await clock.advance(60_000);
    expect([told, server.asked.length, clock.pending]).toEqual([[], 1, 0]);
  });
});

describe('signs that it is out of date', () => {
  it.each([
    ['an informer whose resource is not served', entry('reflector.error', 'example.com/v1/widgets', { code: 404 })],
    ['a change of a definition', entry('reflector.event', 'apiextensions.k8s.io/v1/customresourcedefinitions', { type: 'ADDED' })],
    ['a list of definitions', entry('reflector.listed', 'apiextensions.k8s.io/v1/customresourcedefinitions#metadata')],
    ['a change of an API service', entry('reflector.event', 'apiregistration.k8s.io/v1/apiservices', { type: 'MODIFIED' })],
  ])('%s has it asked a moment later', async (_what, sign) => {
    const { server, catalog, clock } = newCatalog();
    const looking = catalog.look();
    await clock.settle();
    server.asked[0]!.answer([resource('pods')]);
    await clock.advance(1_000);
    for (let count = 0; count < 100; count++) catalog.note(sign);
    await clock.advance(499);
    expect(server.asked).toHaveLength(1);
    await clock.advance(1);
    expect(server.asked).toHaveLength(2);
    looking.dispose();
  });

  it.each([
    ['a refusal', entry('reflector.error', 'v1/secrets', { code: 403 })],
    ['any other object', entry('reflector.event', 'v1/pods', { type: 'ADDED' })],
    ['a resource of such a name in another group', entry('reflector.event', 'example.com/v1/customresourcedefinitions', { type: 'ADDED' })],
    ['a resource whose name only begins so', entry('reflector.event', 'apiextensions.k8s.io/v1/customresourcedefinitionsets', { type: 'ADDED' })],
  ])('%s is none', async (_what, sign) => {
    const { server, catalog, clock } = newCatalog();
    const looking = catalog.look();
    await clock.settle();
    server.asked[0]!.answer([resource('pods')]);
    await clock.settle();
    catalog.note(sign);
    await clock.advance(9_999);
    expect(server.asked).toHaveLength(1);
    looking.dispose();
  });

  it('while it is being asked have it asked once more', async () => {
    const { server, catalog, clock } = newCatalog();
    const looking = catalog.look();
    await clock.settle();
    catalog.outdate();
    server.asked[0]!.answer([]);
    await clock.advance(500);
    expect(server.asked).toHaveLength(2);
    looking.dispose();
  });
});

describe('a group that cannot be asked', () => {
  it('keeps what it had, in the version that it had, until it answers', async () => {
    const { server, catalog, clock } = newCatalog();
    const ask = async (found: readonly ApiResource[], failures: readonly GroupFailure[] = []): Promise<void> => {
      const asking = catalog.ask();
      await clock.settle();
      server.asked.at(-1)!.answer(found, failures);
      await asking;
    };
    await ask([resource('pods'), resource('nodes', 'metrics.k8s.io', 'v1')]);
    await ask([resource('pods'), resource('nodes', 'metrics.k8s.io', 'v1beta1')], [failure('metrics.k8s.io/v1')]);
    expect(names(catalog)).toEqual(['v1/pods', 'metrics.k8s.io/v1/nodes']);
    expect(catalog.known!.failures.map(({ groupVersion }) => groupVersion)).toEqual(['metrics.k8s.io/v1']);
    await ask([resource('pods')]);
    expect(names(catalog)).toEqual(['v1/pods']);
    expect(catalog.known!.failures).toEqual([]);
  });
});
