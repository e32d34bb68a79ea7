import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePlaygroundArguments } from '../../../extension/cli/playgroundArguments.ts';
import { articleProfile, currentProfile } from '../../../extension/playground/watchCache/watchCacheProfile.ts';
import { UsageError } from '../../../extension/cli/usageError.ts';

const here = path.resolve('somewhere');

const usual = {
  keep: undefined,
  load: undefined,
  commitLatencyMs: 0,
  compactionMs: 300_000,
  profile: currentProfile(),
  gates: { WatchList: true, ConsistentListFromCache: true, ListFromCacheSnapshot: true },
  uncached: new Set(),
  inflight: { reading: 400, mutating: 200 },
  auditFiles: { log: undefined, policy: undefined, mostBytes: 100_000_000 },
  faults: [],
  controllers: ['*'],
  speed: 1,
  introspection: false,
  warnings: [],
};

describe('the arguments of the playground', () => {
  it('have defaults for all', () => {
    expect(parsePlaygroundArguments([], here)).toEqual({ size: 'small', seed: 7, churn: 'calm', port: 0, kubeconfig: undefined, help: false, ...usual });
  });

  it('are taken as they are given, paths from where the person stands', () => {
    expect(parsePlaygroundArguments(['--size', 'town', '--seed=7', '--churn', 'busy', '--port', '8443', '--kubeconfig', 'a/b'], here)).toEqual({
      size: 'town',
      seed: 7,
      churn: 'busy',
      port: 8443,
      kubeconfig: path.join(here, 'a/b'),
      help: false,
      ...usual,
    });
  });

  it('say how the storage and the watch caches behave', () => {
    const args = ['--keep', 'k', '--commit-latency', '100', '--compaction=0', '--profile', 'article', '--ring', '8', '--feature-gates', 'WatchList=false,ListFromCacheSnapshot=true', '--introspection'];
    expect(parsePlaygroundArguments(args, here)).toMatchObject({
      keep: path.join(here, 'k'),
      commitLatencyMs: 100,
      compactionMs: 0,
      profile: articleProfile(8),
      gates: { WatchList: false, ConsistentListFromCache: true, ListFromCacheSnapshot: true },
      introspection: true,
    });
    expect(parsePlaygroundArguments(['--load', '/a/snapshot', '--profile', 'article'], here)).toMatchObject({ load: path.resolve('/a/snapshot'), profile: articleProfile(100) });
  });

  it('say who lives in it, and how fast', () => {
    expect(parsePlaygroundArguments(['--controllers', '*,-deployment', '--speed=0'], here)).toMatchObject({ controllers: ['*', '-deployment'], speed: 0 });
    expect(() => parsePlaygroundArguments(['--speed=101'], here)).toThrow(UsageError);
    expect(() => parsePlaygroundArguments(['--controllers', 'nobody'], here)).toThrow(UsageError);
  });

  it('say how many requests are answered at a time', () => {
    expect(parsePlaygroundArguments(['--max-requests-inflight', '20', '--max-mutating-requests-inflight=0'], here).inflight).toEqual({ reading: 20, mutating: 0 });
    expect(() => parsePlaygroundArguments(['--max-requests-inflight=0', '--max-mutating-requests-inflight=0'], here)).toThrow(/cannot both be 0/);
    expect(() => parsePlaygroundArguments(['--max-requests-inflight=10001'], here)).toThrow(UsageError);
  });

  it('say what is broken from the start, as often as somebody likes', () => {
    const { faults } = parsePlaygroundArguments(['--fault', 'kind=dropWatch,resource=v1/pods,rate=0.1,seed=7', '--fault=kind=status,verb=list,code=503,times=2,userAgent=a=b'], '/home/ada');
    expect(faults).toEqual([
      { kind: 'dropWatch', scope: { resource: 'v1/pods' }, rate: 0.1, times: 0, ms: 0, code: 0, retryAfter: 0, seed: 7 },
      { kind: 'status', scope: { verb: 'list', userAgent: 'a=b' }, rate: 1, times: 2, ms: 0, code: 503, retryAfter: 0, seed: 1 },
    ]);
  });

  it.each([
    ['fire', '--fault takes names with values, as kind=dropWatch,resource=v1/pods,rate=0.1, not "fire"'],
    ['kind=fire', '--fault kind=fire: kind must be one of dropWatch'],
    ['resource=v1/pods', 'kind must be one of dropWatch'],
    ['kind=dropWatch,pod=a', 'not "pod=a"; the names are kind, resource, verb, user, userAgent, rate, times, ms, code, retryAfter, seed.'],
    ['kind=dropWatch,kind=restart', '--fault kind=dropWatch,kind=restart says kind twice.'],
    ['kind=dropWatch,rate=often', 'rate must be a number from 0 to 1, not "often".'],
    ['kind=dropWatch,', 'not ""'],
    ['kind=restart,resource=v1/pods', 'resource means nothing for restart: it is done to the whole server.'],
  ])('refuse what is no fault with a sentence: %s', (text, sentence) => {
    expect(() => parsePlaygroundArguments(['--fault', text], '/')).toThrow(UsageError);
    expect(() => parsePlaygroundArguments(['--fault', text], '/')).toThrow(sentence);
  });

  it('say what is audited, and where to', () => {
    const { auditFiles } = parsePlaygroundArguments(['--audit-log', 'a/log', '--audit-policy=/p.yaml', '--audit-log-maxsize', '3'], here);
    expect(auditFiles).toEqual({ log: path.join(here, 'a/log'), policy: path.resolve('/p.yaml'), mostBytes: 3_000_000 });
    for (const wrong of [['--audit-log='], ['--audit-policy='], ['--audit-log-maxsize=3'], ['--audit-log=x', '--audit-log-maxsize=0']]) expect(() => parsePlaygroundArguments(wrong, here)).toThrow(UsageError);
  });

  it('A-13: of the sizes of watch caches 0 alone means something; the others are dropped with a warning, and the default is not heeded', () => {
    const { uncached, warnings } = parsePlaygroundArguments(['--watch-cache-sizes', 'pods#0,secrets#500,deployments.apps#0', '--default-watch-cache-size', '7'], here);
    expect(uncached).toEqual(new Set(['pods', 'deployments.apps']));
    expect(warnings).toEqual([
      '--watch-cache-sizes secrets#500 means nothing: each cache finds its size itself, and only 0 takes it away.',
      '--default-watch-cache-size means nothing: each cache finds its size itself.',
    ]);
  });

  it.each([
    [['--size', 'huge'], '--size must be one of small, town, city, not "huge".'],
    [['--churn', 'wild'], '--churn must be one of off, calm, busy, not "wild".'],
    [['--seed', '1.5'], '--seed must be a whole number from 0 to 4294967295, not "1.5".'],
    [['--seed', '-1'], '--seed must be a whole number from 0 to 4294967295, not "-1".'],
    [['--seed', '1', '--seed', '2'], '--seed is given twice.'],
    [['--port', '8443', '--port=8443'], '--port is given twice.'],
    [['--help', '-h'], '-h is given twice.'],
    [['--help=yes'], '--help takes no value.'],
    [['--size', '--churn', 'off'], '--size needs a value.'],
    [['--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536".'],
    [['--kubeconfig', ''], '--kubeconfig needs the name of a file.'],
    [['--kubeconfig'], '--kubeconfig needs a value.'],
    [['--keep', 'a', '--load', 'b'], '--keep and --load cannot be used together: a file that is kept is taken up too.'],
    [['--load', ''], '--load needs the name of a file.'],
    [['--ring', '5'], '--ring is for --profile article: the ring of today finds its size itself.'],
    [['--profile', 'article', '--ring', '0'], '--ring must be a whole number from 1 to 102400, not "0".'],
    [['--feature-gates', 'WatchList'], '--feature-gates WatchList must be one of true, false, not "".'],
    [['--feature-gates', 'Magic=true'], '--feature-gates must be one of WatchList, ConsistentListFromCache, ListFromCacheSnapshot, not "Magic".'],
    [['--watch-cache-sizes', 'pods=0'], '--watch-cache-sizes takes resources with sizes, as pods#0, not "pods=0".'],
    [['--colour'], 'There is no option --colour; see --help.'],
    [['small'], '"small" does not belong to any option.'],
  ])('%j: one sentence', (args, message) => {
    const refuse = (): unknown => parsePlaygroundArguments(args, here);
    expect(refuse).toThrow(UsageError);
    expect(refuse).toThrow(expect.objectContaining({ message }));
    expect(refuse).toThrow(expect.objectContaining({ message: expect.stringMatching(/^[^\n]+\.$/) as string }));
  });
});
