import { beforeEach, describe, expect, it } from 'vitest';
import type { Kubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { clusterEntry, userEntry } from '../../../extension/cluster/kubeconfigEntries.ts';
import { ClosedContexts, type ClosedContextRow } from '../../../extension/inspector/closedContexts.ts';
import { KubeconfigStore } from '../../../extension/inspector/kubeconfigStore.ts';
import { Sessions } from '../../../extension/inspector/sessions.ts';
import { openSession } from '../../support/openSession.ts';

const path = '/home/me/.kube/config';

interface Written {
  readonly current?: string;
  /** Of the cluster of all. */
  readonly server?: string;
  /** A context that names a user of no file. */
  readonly broken?: string;
}

function kubeconfigOf(names: readonly string[], { current, server = 'https://a', broken }: Written = {}): Kubeconfig {
  const [cluster, user] = [clusterEntry(path, 'c', { server }), userEntry(path, 'u', { token: 't' })];
  return {
    paths: [path],
    contexts: names.map((name) => ({ name, cluster: 'c', user: name === broken ? 'nobody' : 'u', server })),
    ...(current !== undefined && { currentContext: current }),
    clusters: new Map([[cluster.name, cluster]]),
    users: new Map([[user.name, user]]),
    problems: [],
  };
}

let now: Kubeconfig | Error;
let kubeconfig: KubeconfigStore;
let sessions: Sessions;
let closed: ClosedContexts;
let told: number;

beforeEach(() => {
  now = kubeconfigOf(['dev', 'prod', 'test'], { current: 'dev' });
  let chosen: string | undefined;
  kubeconfig = new KubeconfigStore({
    load: () => (now instanceof Error ? Promise.reject(now) : Promise.resolve(now)),
    chosen: { get: () => chosen, set: (context) => (chosen = context) },
  });
  sessions = new Sessions((source) => Promise.resolve(openSession({ source }).session));
  closed = new ClosedContexts(kubeconfig, sessions);
  told = 0;
  closed.onChange(() => told++);
});

const names = (rows: readonly ClosedContextRow[] = closed.rows()): readonly string[] => rows.map((row) => (row.type === 'moreContexts' ? `${row.count} more` : row.name));
const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${String(index).padStart(3, '0')}`);

describe('ClosedContexts', () => {
  it('knows of none before the kubeconfig has been read, and of none of one that cannot be', async () => {
    expect(closed.rows()).toEqual([]);
    await kubeconfig.read();
    expect(names()).toEqual(['dev', 'prod', 'test']);
    now = new Error('unreadable');
    await expect(kubeconfig.read()).rejects.toThrow('unreadable');
    expect(closed.rows()).toEqual([]);
  });

  it('has a row for each context that is not open, in the order of the kubeconfig', async () => {
    await kubeconfig.read();
    await sessions.open({ kind: 'context', context: 'prod' });
    expect(names()).toEqual(['dev', 'test']);
    await sessions.close('context:prod');
    expect(names()).toEqual(['dev', 'prod', 'test']);
  });

  it('has one for a context that is open only through the eyes of a ServiceAccount', async () => {
    await kubeconfig.read();
    await sessions.open({ kind: 'context', context: 'prod', as: { namespace: 'shop', name: 'web' } });
    expect(names()).toEqual(['dev', 'prod', 'test']);
  });

  it('says which is the current one, where each leads and as whom', async () => {
    await kubeconfig.read();
    const [dev, prod] = closed.rows();
    expect(dev).toMatchObject({ type: 'closedContext', isCurrent: true, server: 'https://a', cluster: 'c', identity: { user: 'u' }, fault: undefined });
    expect(prod).toMatchObject({ isCurrent: false });
  });

  it('says why one cannot be used', async () => {
    now = kubeconfigOf(['dev', 'prod'], { broken: 'prod' });
    await kubeconfig.read();
    const [dev, prod] = closed.rows();
    expect(dev).toMatchObject({ fault: undefined });
    expect(prod).toMatchObject({ identity: undefined, fault: { code: 'missingUser' } });
  });

  it('shows a dozen, and in one more row how many there are besides', async () => {
    now = kubeconfigOf(many(12));
    await kubeconfig.read();
    expect(names()).toEqual(many(12));
    now = kubeconfigOf(many(300));
    await kubeconfig.read();
    expect(names()).toEqual([...many(12), '288 more']);
    await sessions.open({ kind: 'context', context: 'c000' });
    expect(names()).toEqual([...many(13).slice(1), '287 more']);
    expect(closed.all.map(({ name }) => name)).toEqual(many(300).slice(1));
  });

  it('has the current one among that dozen, wherever it stands', async () => {
    now = kubeconfigOf(many(300), { current: 'c200' });
    await kubeconfig.read();
    expect(names()).toEqual([...many(11), 'c200', '288 more']);
  });

  it('looks into no more than it shows', async () => {
    const read = kubeconfigOf(many(300));
    let looked = 0;
    now = { ...read, users: { get: (name: string) => (looked++, read.users.get(name)) } as unknown as Kubeconfig['users'] };
    await kubeconfig.read();
    looked = 0;
    closed.rows();
    expect(looked).toBe(12);
  });

  it('has the others below that row, and tells of them once somebody has looked', async () => {
    now = kubeconfigOf(many(15), { current: 'c014' });
    await kubeconfig.read();
    expect(names()).toEqual([...many(11), 'c014', '3 more']);
    now = kubeconfigOf(many(15), { current: 'c014', broken: 'c012' });
    await kubeconfig.read();
    expect(told).toBe(1);
    const [first, second] = closed.more();
    expect(names(closed.more())).toEqual(['c011', 'c012', 'c013']);
    expect([first!.fault, second!.fault]).toMatchObject([undefined, { code: 'missingUser' }]);
    expect(closed.more()[0]).toBe(first);
    now = kubeconfigOf(many(15), { current: 'c014' });
    await kubeconfig.read();
    expect(told).toBe(2);
    expect(closed.more()[1]!.fault).toBeUndefined();
  });

  it('keeps a row the same for as long as it says the same, and its id whatever it says', async () => {
    await kubeconfig.read();
    const before = closed.rows();
    await kubeconfig.read();
    expect(closed.rows()[0]).toBe(before[0]);
    now = kubeconfigOf(['dev', 'prod', 'test'], { current: 'dev', server: 'https://b' });
    await kubeconfig.read();
    expect(closed.rows()[0]).not.toBe(before[0]);
    expect(closed.rows()[0]!.id).toBe(before[0]!.id);
    expect(new Set(before.map(({ id }) => id)).size).toBe(3);
  });

  it('tells of what is another in the kubeconfig, and not of one that was read again and says the same', async () => {
    await kubeconfig.read();
    expect(told).toBe(1);
    await kubeconfig.read();
    expect(told).toBe(1);
    now = kubeconfigOf(['dev', 'prod'], { current: 'dev' });
    await kubeconfig.read();
    expect(told).toBe(2);
    kubeconfig.choose('prod');
    expect(told).toBe(3);
    kubeconfig.choose('prod');
    expect(told).toBe(3);
  });

  it('tells nobody after its end', async () => {
    closed.dispose();
    await kubeconfig.read();
    expect(told).toBe(0);
  });
});
