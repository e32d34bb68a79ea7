import { expect, it } from 'vitest';
import { say } from '../../../extension/base/saying.ts';
import type { Kubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { clusterEntry, userEntry } from '../../../extension/cluster/kubeconfigEntries.ts';
import { KubeconfigError } from '../../../extension/cluster/kubeconfigError.ts';
import { KubeconfigChanges } from '../../../extension/inspector/kubeconfigChanges.ts';
import { KubeconfigStore } from '../../../extension/inspector/kubeconfigStore.ts';
import { Sessions } from '../../../extension/inspector/sessions.ts';
import type { SessionSource } from '../../../extension/inspector/sessionSource.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { MemoryFiles } from '../../support/memoryFiles.ts';
import { openSession } from '../../support/openSession.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';

const path = '/home/me/.kube/config';

interface Written {
  readonly token?: string;
  /** In which file, and with which certificate authority, of what content. */
  readonly in?: string;
  readonly authority?: string;
  readonly other?: string;
  readonly current?: string;
}

/** Two contexts, `dev` and `prod`, each with a user of its own. */
function kubeconfigOf({ token = 'one', in: file = path, authority = 'ca.crt', other = 'x', current = 'dev' }: Written): Kubeconfig {
  const clusters = [clusterEntry(file, 'c', { server: 'https://a', 'certificate-authority': authority })];
  const users = [userEntry(file, 'dev', { token }), userEntry(file, 'prod', { token: other })];
  return {
    paths: [file],
    contexts: ['dev', 'prod'].map((name) => ({ name, cluster: 'c', user: name, server: 'https://a' })),
    currentContext: current,
    clusters: new Map(clusters.map((one) => [one.name, one])),
    users: new Map(users.map((one) => [one.name, one])),
    problems: [],
  };
}

class World {
  readonly clock = new FakeClock();
  readonly files = new MemoryFiles();
  readonly logger = new RecordingLogger();
  readonly told: string[][] = [];
  reads = 0;
  now: Kubeconfig | KubeconfigError = kubeconfigOf({});
  readonly kubeconfig = new KubeconfigStore({
    load: () => {
      this.reads++;
      return this.now instanceof KubeconfigError ? Promise.reject(this.now) : Promise.resolve(this.now);
    },
    chosen: { get: () => undefined, set: () => undefined },
  });
  readonly sessions = new Sessions((source) => Promise.resolve(openSession({ source }).session));
  readonly changes = new KubeconfigChanges({ kubeconfig: this.kubeconfig, sessions: this.sessions, paths: () => [path, '/not/yet'], files: this.files, clock: this.clock, logger: this.logger });

  constructor() {
    this.files.write(path, '1');
    this.files.write('/home/me/.kube/ca.crt', 'ca');
    this.changes.onOutdated((sessions) => this.told.push(sessions.map(({ id }) => id)));
  }

  async connect(source: SessionSource = { kind: 'context', context: 'dev' }): Promise<string> {
    if (this.kubeconfig.state.kind === 'unread') await this.kubeconfig.read();
    const { id } = await this.sessions.open(source);
    await this.clock.settle();
    return id;
  }

  /** The file says something else now. */
  async change(now: Written | KubeconfigError): Promise<void> {
    this.now = now instanceof KubeconfigError ? now : kubeconfigOf(now);
    this.files.write(path, JSON.stringify(now));
    await this.clock.advance(300);
  }
}

it('watches nothing before somebody has looked', async () => {
  const world = new World();
  expect(world.files.watched).toEqual([]);
  await world.change({ token: 'two' });
  expect(world.reads).toBe(0);
});

it('reads the kubeconfig anew when it changes, and says nothing when nobody is connected', async () => {
  const world = new World();
  await world.kubeconfig.read();
  expect(world.files.watched).toEqual([path, '/not/yet'].toSorted());
  await world.change({ token: 'two' });
  expect(world.kubeconfig.state).toMatchObject({ kind: 'read', kubeconfig: world.now });
  expect(world.told).toEqual([]);
});

it('reads it anew when a file comes into being that KUBECONFIG has named all the time', async () => {
  const world = new World();
  await world.kubeconfig.read();
  world.files.write('/not/yet', 'x');
  await world.clock.advance(300);
  expect(world.reads).toBe(2);
});

it('tells of a session whose token is another one, once for each change', async () => {
  const world = new World();
  const id = await world.connect();
  await world.change({ token: 'two' });
  expect(world.told).toEqual([[id]]);
  world.files.touch(path);
  await world.change({ token: 'two', other: 'y' });
  expect(world.told).toEqual([[id]]);
  await world.change({ token: 'three' });
  expect(world.told).toEqual([[id], [id]]);
});

it.each<[string, Written]>([
  ['another user', { other: 'y' }],
  ['the current context', { current: 'prod' }],
  ['the file in which it stands', { in: '/home/me/.kube/other' }],
])('says nothing when %s is all that changes', async (_name, now) => {
  const world = new World();
  await world.connect();
  await world.change(now);
  expect(world.reads).toBe(2);
  expect(world.told).toEqual([]);
});

it('tells of a certificate authority whose file is another one, and says nothing when what was there comes back', async () => {
  const world = new World();
  const id = await world.connect();
  expect(world.files.watched).toContain('/home/me/.kube/ca.crt');
  world.files.write('/home/me/.kube/ca.crt', 'other');
  await world.clock.advance(300);
  expect(world.told).toEqual([[id]]);
  world.files.write('/home/me/.kube/ca.crt', 'ca');
  await world.clock.advance(300);
  expect(world.told).toEqual([[id]]);
  world.files.write('/home/me/.kube/ca.crt', 'other');
  await world.clock.advance(300);
  expect(world.told).toEqual([[id], [id]]);
});

it('waits for the end of an edit: a file that is broken meanwhile is logged and no reason to reconnect', async () => {
  const world = new World();
  await world.connect();
  await world.change(new KubeconfigError('invalid', say`The kubeconfig is not valid.`, { paths: [path] }));
  expect(world.logger.take()).toEqual(['warn kubeconfig: The kubeconfig is not valid.']);
  expect(world.kubeconfig.state.kind).toBe('failed');
  await world.change({ token: 'one' });
  expect(world.kubeconfig.state.kind).toBe('read');
  expect(world.told).toEqual([]);
});

it('tells of all that are concerned at once, and of neither the playground nor a session that has ended', async () => {
  const world = new World();
  const ids = [await world.connect(), await world.connect({ kind: 'context', context: 'dev', as: { namespace: 'shop', name: 'web' } })];
  await world.connect({ kind: 'playground', size: 'small', seed: 1 });
  const ended = await world.connect({ kind: 'context', context: 'prod' });
  await world.sessions.close(ended);
  await world.change({ token: 'two', other: 'y' });
  expect(world.told).toEqual([ids]);
});

it('takes a session that was connected again for what it is connected with now', async () => {
  const world = new World();
  const id = await world.connect();
  await world.change({ token: 'two' });
  await world.sessions.close(id);
  await world.connect();
  world.files.write(path, 'the same in other words');
  await world.clock.advance(300);
  expect(world.told).toEqual([[id]]);
});

it('looks at no file when another context is chosen, and nothing is read', async () => {
  const world = new World();
  await world.connect();
  const before = world.files.digests;
  world.kubeconfig.choose('prod');
  await world.clock.settle();
  expect(world.files.digests).toBe(before);
  await world.kubeconfig.read();
  await world.clock.settle();
  expect(world.files.digests).toBeGreaterThan(before);
});

it('leaves nothing behind', async () => {
  const world = new World();
  await world.connect();
  world.files.write(path, 'x');
  world.changes.dispose();
  await world.clock.advance(60_000);
  expect([world.reads, world.files.watched, world.told]).toEqual([1, [], []]);
});

it('tells also of a session whose context means something else in another file that was chosen, with no file changed', async () => {
  const world = new World();
  const id = await world.connect();
  world.now = kubeconfigOf({ in: '/elsewhere/config', token: 'another' });
  await world.kubeconfig.read();
  await world.clock.settle();
  expect(world.told).toEqual([[id]]);
  await world.kubeconfig.read();
  await world.clock.settle();
  expect(world.told).toHaveLength(1);
  world.changes.dispose();
});
