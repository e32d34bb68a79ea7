import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../extension/base/logger.ts';
import type { Access, AccessQuestion } from '../../../../extension/cluster/accessReview.ts';
import type { ListerWatcher } from '../../../../extension/informer/listerWatcher.ts';
import { namespaceNames } from '../../../../extension/inspector/access/namespaceNames.ts';
import { SessionAccess } from '../../../../extension/inspector/access/sessionAccess.ts';
import { ApiError } from '../../../../extension/kube/status.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const never = new AbortController().signal;
const secrets = { group: '', version: 'v1', resource: 'secrets' };
const forbidden = new ApiError({ code: 403, reason: 'Forbidden', message: 'no' });

type Table = (question: AccessQuestion) => Access | Error;

function newAccess(table: Table, { namespaces = [], remembered = [], namespace }: { readonly namespaces?: readonly string[] | Error; readonly remembered?: readonly string[]; readonly namespace?: string } = {}) {
  const clock = new FakeClock();
  const asked: string[] = [];
  let open = 0;
  let mostOpen = 0;
  const access = new SessionAccess({
    cluster: {
      namespace,
      listerWatcher: () => listing(namespaces),
      async reviewAccess(question) {
        asked.push([question.verb, question.namespace].filter(Boolean).join(' '));
        mostOpen = Math.max(mostOpen, ++open);
        await new Promise(setImmediate);
        open--;
        const answer = table(question);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    remembered: () => remembered,
    clock,
    logger: silentLogger,
    signal: never,
  });
  return { clock, access, asked, mostOpen: () => mostOpen };
}

function listing(namespaces: readonly string[] | Error): ListerWatcher {
  return {
    async list({ limit = 0 }) {
      if (namespaces instanceof Error) throw namespaces;
      const items = namespaces.slice(0, limit).map((name) => ({ metadata: { name } }));
      return { kind: 'NamespaceList', resourceVersion: '1', bytes: 0, items, ...(namespaces.length > limit && { continue: 'more' }) };
    },
    watch: () => Promise.reject(new Error('nobody watches namespaces here')),
  };
}

const only = (...allowed: readonly string[]): Table => ({ verb, namespace = '*' }) => (allowed.includes(namespace) || allowed.includes(`${verb} ${namespace}`) ? 'allowed' : 'denied');

describe('what may be done', () => {
  it('is asked for both verbs, once a minute', async () => {
    const { access, asked, clock } = newAccess(only('list *'));
    const [one, other] = await Promise.all([access.of(secrets, undefined, never), access.of(secrets, undefined, never)]);
    expect(one).toEqual({ list: 'allowed', watch: 'denied' });
    expect(other).toEqual(one);
    await access.of(secrets, undefined, never);
    expect(asked).toEqual(['list', 'watch']);
    await clock.advance(60_000);
    await access.of(secrets, undefined, never);
    expect(asked).toHaveLength(4);
    await access.of(secrets, 'team-a', never);
    expect(asked.slice(4)).toEqual(['list team-a', 'watch team-a']);
  });

  it('is known from then on, and each new answer is told', async () => {
    const answers: Record<string, Access> = { list: 'denied', watch: 'denied' };
    const { access, clock } = newAccess(({ verb }) => answers[verb]!);
    let told = 0;
    access.onAnswer(() => told++);
    expect(access.known(secrets, undefined)).toEqual({ list: 'unknown', watch: 'unknown' });
    await access.of(secrets, undefined, never);
    expect([access.known(secrets, undefined), told]).toEqual([{ list: 'denied', watch: 'denied' }, 2]);
    await clock.advance(60_000);
    answers['list'] = 'allowed';
    await access.of(secrets, undefined, never);
    expect([access.known(secrets, undefined), told]).toEqual([{ list: 'allowed', watch: 'denied' }, 3]);
  });

  it('is unknown where the question does not come to an answer, and that is not remembered', async () => {
    let isBroken = true;
    const { access, asked } = newAccess(() => (isBroken ? new Error('broken') : 'allowed'));
    expect(await access.of(secrets, undefined, never)).toEqual({ list: 'unknown', watch: 'unknown' });
    isBroken = false;
    expect(await access.of(secrets, undefined, never)).toEqual({ list: 'allowed', watch: 'allowed' });
    expect(asked).toHaveLength(4);
  });

  it('is not waited for beyond an abort; the answer is of use to others', async () => {
    const { access } = newAccess(() => 'allowed');
    const ending = new AbortController();
    const asking = access.of(secrets, undefined, ending.signal);
    ending.abort(new Error('enough'));
    await expect(asking).rejects.toThrow('enough');
    await expect.poll(() => access.known(secrets, undefined)).toEqual({ list: 'allowed', watch: 'allowed' });
  });
});

describe('where an informer may run', () => {
  it('in namespaces that allow both: of the context, used before, then by name', async () => {
    const { access } = newAccess(only('own', 'b', 'c', 'old', 'list only-list'), { namespaces: ['c', 'only-list', 'b', 'own', 'a'], remembered: ['old', 'older'], namespace: 'own' });
    expect(await access.where(secrets, undefined, never)).toEqual({ namespaces: ['own', 'old', 'b', 'c'], asked: 7, more: false });
  });

  it('among the context’s and those that were used before, where namespaces may not be listed', async () => {
    const { access, asked } = newAccess(only('default'), { namespaces: forbidden, remembered: ['mine'] });
    expect(await access.where(secrets, undefined, never)).toEqual({ namespaces: ['default'], asked: 2, more: true });
    expect(asked).toEqual(['list default', 'list mine', 'watch default']);
  });

  it('not in the one that is refused already', async () => {
    const { access, asked } = newAccess(only('b'), { namespaces: ['a', 'b'], namespace: 'a' });
    expect(await access.where(secrets, 'a', never)).toEqual({ namespaces: ['b'], asked: 1, more: false });
    expect(asked).toEqual(['list b', 'watch b']);
  });

  it('among the first fifty, four at a time', async () => {
    const namespaces = Array.from({ length: 1000 }, (_, index) => `n-${String(index).padStart(4, '0')}`);
    const { access, asked, mostOpen } = newAccess(only('n-0003', 'n-0900'), { namespaces });
    expect(await access.where(secrets, undefined, never)).toEqual({ namespaces: ['n-0003'], asked: 50, more: true });
    expect(asked).toHaveLength(51);
    expect(mostOpen()).toBe(4);
  });

  it('is untold by a server that answers no such questions: it is not asked about each', async () => {
    const namespaces = Array.from({ length: 100 }, (_, index) => `n-${index}`);
    const { access, asked } = newAccess(() => 'unknown', { namespaces });
    expect(await access.where(secrets, undefined, never)).toBeUndefined();
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('is untold where nobody can be asked', async () => {
    const access = new SessionAccess({ cluster: { namespace: 'd', listerWatcher: () => listing([]) }, remembered: () => [], clock: new FakeClock(), logger: silentLogger, signal: never });
    expect([access.canAsk, await access.where(secrets, undefined, never), await access.of(secrets, undefined, never)]).toEqual([false, undefined, { list: 'unknown', watch: 'unknown' }]);
  });

  it('ends with its signal', async () => {
    const { access, asked } = newAccess(() => 'denied', { namespaces: Array.from({ length: 40 }, (_, index) => `n-${index}`) });
    const ending = new AbortController();
    const asking = access.where(secrets, undefined, ending.signal);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    ending.abort(new Error('enough'));
    await expect(asking).rejects.toThrow('enough');
    const before = asked.length;
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(asked).toHaveLength(before);
  });
});

describe('the names of namespaces', () => {
  it('are those that the server tells, up to a bound', async () => {
    expect(await namespaceNames({ listerWatcher: () => listing(['b', 'a']) }, never)).toEqual({ names: ['a', 'b'], told: true, more: false });
    const many = await namespaceNames({ listerWatcher: () => listing(Array.from({ length: 501 }, (_, index) => `n-${index}`)) }, never);
    expect([many.names.length, many.more]).toEqual([500, true]);
    expect(await namespaceNames({ listerWatcher: () => listing(forbidden) }, never)).toEqual({ names: [], told: false, more: true });
  });
});
