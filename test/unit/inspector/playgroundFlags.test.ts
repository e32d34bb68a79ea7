import { expect, it } from 'vitest';
import { parsePlaygroundArguments } from '../../../extension/cli/playgroundArguments.ts';
import { playgroundFlags } from '../../../extension/inspector/playgroundFlags.ts';

const plain = { size: 'town', seed: 7, churn: 'off' };

it('says to the program what the settings say', () => {
  const settings = { ...plain, keep: '/kept', commitLatencyMs: 120, compactionSeconds: 0, profile: 'article', ring: 50, maxRequestsInflight: 10, maxMutatingRequestsInflight: 5 };
  expect(parsePlaygroundArguments(playgroundFlags(settings), '/')).toMatchObject({
    size: 'town',
    seed: 7,
    churn: 'off',
    keep: '/kept',
    load: undefined,
    commitLatencyMs: 120,
    compactionMs: 0,
    profile: { name: 'article', minCapacity: 50, maxCapacity: 50 },
    introspection: true,
  });
});

it('leaves out what is not set, and the size of a ring that finds its own', () => {
  expect(playgroundFlags(plain)).toEqual(['--size', 'town', '--seed', '7', '--churn', 'off', '--introspection']);
  expect(playgroundFlags({ ...plain, profile: 'current', ring: 100, keep: '' })).not.toEqual(expect.arrayContaining(['--ring']));
  expect(parsePlaygroundArguments(playgroundFlags({ ...plain, profile: 'current', ring: 100, keep: '' }), '/').keep).toBeUndefined();
});

it('goes on from a snapshot without keeping what comes of it', () => {
  expect(parsePlaygroundArguments(playgroundFlags({ ...plain, keep: '/kept', load: '/snapshot' }), '/')).toMatchObject({ keep: undefined, load: '/snapshot' });
});

it('says a speed with no more digits than the program reads', () => {
  expect(parsePlaygroundArguments(playgroundFlags({ ...plain, speed: 0.123_456 }), '/').speed).toBe(0.123);
});

it('names the file of an audit log', () => {
  expect(parsePlaygroundArguments(playgroundFlags({ ...plain, auditLog: '/audit.log' }), '/').auditFiles.log).toBe('/audit.log');
});

it('names the file of an audit policy', () => {
  expect(parsePlaygroundArguments(playgroundFlags({ ...plain, auditPolicy: '/policy.yaml' }), '/').auditFiles.policy).toBe('/policy.yaml');
});
