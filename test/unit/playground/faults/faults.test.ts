import { describe, expect, it } from 'vitest';
import { faultKinds, type FaultKind, faultLimits, type FaultSpec } from '../../../../extension/introspection/faults.ts';
import { Faults } from '../../../../extension/playground/faults/faults.ts';
import { readFaultSpec } from '../../../../extension/playground/faults/faultSpec.ts';
import { type FaultSubject, isIn } from '../../../../extension/playground/faults/faultSubject.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const subject: FaultSubject = { auditId: 'a', resource: 'v1/pods', verb: 'watch', user: 'ada', userAgent: 'kubectl/v1.32' };

function faults(): Faults {
  return new Faults({ clock: new FakeClock(), revision: () => 1, onStrike: () => undefined });
}

function spec(kind: FaultKind, more: Partial<FaultSpec> = {}): FaultSpec {
  return readFaultSpec({ kind, ...more });
}

describe('what a fault is', () => {
  it.each(faultKinds)('%s: its kind is enough, and what was left out is filled in', (kind) => {
    expect(readFaultSpec({ kind })).toMatchObject({ kind, scope: {}, rate: 1, seed: 1, code: kind === 'status' ? 500 : 0 });
    expect(readFaultSpec(readFaultSpec({ kind }))).toEqual(readFaultSpec({ kind }));
  });

  it('lasts until it is switched off where it strikes at a rate and nothing else is said', () => {
    expect(readFaultSpec({ kind: 'dropWatch' }).times).toBe(1);
    expect(readFaultSpec({ kind: 'dropWatch', rate: 0.1 }).times).toBe(0);
    expect(readFaultSpec({ kind: 'dropWatch', rate: 0.1, times: 3 }).times).toBe(3);
  });

  it.each<readonly [string, unknown, string]>([
    ['nothing', undefined, 'A fault is an object with a kind.'],
    ['no kind', {}, 'kind must be one of '],
    ['an unknown kind', { kind: 'fire' }, 'kind must be one of '],
    ['a kind of another object', { kind: 'toString' }, 'kind must be one of '],
    ['an unknown field', { kind: 'status', often: 1 }, 'A fault has no "often": it has kind, '],
    ['an unknown field of the scope', { kind: 'status', scope: { pod: 'a' } }, 'The scope of a fault has no "pod"'],
    ['a scope that is none', { kind: 'status', scope: 'v1/pods' }, 'scope must be an object.'],
    ['a resource that is none', { kind: 'status', scope: { resource: 'pods' } }, 'resource must be one such as v1/pods or apps/v1/deployments, not "pods".'],
    ['a rate beyond 1', { kind: 'status', rate: 1.5 }, 'rate must be a number from 0 to 1, not 1.5.'],
    ['a rate that is a text', { kind: 'status', rate: '1' }, 'rate must be a number from 0 to 1, not "1".'],
    ['half a time', { kind: 'status', times: 0.5 }, `times must be a whole number from 0 to ${faultLimits.times}, not 0.5.`],
    ['too long', { kind: 'lag', ms: 1e9 }, `ms must be a whole number from 0 to ${faultLimits.ms}, not 1000000000.`],
    ['a code that is not made', { kind: 'status', code: 418 }, 'code must be one of 401, 403, 404, 410, 429, 500, 503, 504, not 418.'],
    ['a code elsewhere', { kind: 'dropWatch', code: 500 }, 'code means nothing for dropWatch: only status is answered with one.'],
    ['Retry-After elsewhere', { kind: 'dropWatch', retryAfter: 5 }, 'retryAfter means nothing for dropWatch: only status is answered with one.'],
    ['a time where there is none', { kind: 'junkLine', ms: 5 }, 'ms means nothing for junkLine: it takes no time of its own.'],
    ['a restart at a rate', { kind: 'restart', rate: 0.5 }, 'rate means nothing for restart: it happens once, when it is switched on.'],
    ['a restart of a resource', { kind: 'restart', scope: { resource: 'v1/pods' } }, 'resource means nothing for restart: it is done to the whole server.'],
    ['a lag for a user', { kind: 'lag', scope: { user: 'ada' } }, 'user means nothing for lag: it is not done to a request.'],
    ['a dropped list', { kind: 'dropWatch', scope: { verb: 'list' } }, 'verb must be watch for dropWatch, not "list".'],
    ['a long name', { kind: 'status', scope: { user: 'u'.repeat(300) } }, 'user must be a text of at most 256 characters.'],
  ])('is refused with a sentence: %s', (_what, value, sentence) => {
    expect(() => readFaultSpec(value)).toThrow(sentence);
  });
});

describe('whom it strikes', () => {
  it.each<readonly [FaultSpec['scope'], boolean]>([
    [{}, true],
    [{ resource: 'v1/pods', verb: 'watch', user: 'ada', userAgent: 'kubectl' }, true],
    [{ resource: 'v1/nodes' }, false],
    [{ verb: 'list' }, false],
    [{ user: 'ad' }, false],
    [{ userAgent: 'curl' }, false],
  ])('%j: %s', (scope, fits) => {
    expect(isIn(scope, subject)).toBe(fits);
  });

  it('is drawn from its seed: the same requests meet the same faults', () => {
    const draw = (seed: number): boolean[] => {
      const all = faults();
      all.add(spec('status', { rate: 0.3, seed }));
      return Array.from({ length: 200 }, () => all.strike('status', subject) !== undefined);
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(draw(7).filter(Boolean).length).toBeGreaterThan(30);
    expect(draw(7).filter(Boolean).length).toBeLessThan(90);
  });

  it('does not depend on what others draw', () => {
    const alone = faults();
    alone.add(spec('status', { rate: 0.5, seed: 3 }));
    const beside = faults();
    beside.add(spec('dropWatch', { rate: 0.5, seed: 3 }));
    beside.add(spec('status', { rate: 0.5, seed: 3 }));
    const of = (all: Faults): boolean[] =>
      Array.from({ length: 50 }, () => {
        all.strike('dropWatch', subject);
        return all.strike('status', subject) !== undefined;
      });
    expect(of(beside)).toEqual(of(alone));
  });

  it('strikes so often and is over; what is switched off strikes no more', () => {
    const all = faults();
    const twice = all.add(spec('junkLine', { times: 2 }));
    expect([1, 2, 3].map(() => all.strike('junkLine', subject)?.id)).toEqual([twice.id, twice.id, undefined]);
    expect(all.isOn).toBe(false);
    expect(all.list).toMatchObject([{ id: twice.id, active: false, struck: 2 }]);
    const always = all.add(spec('junkLine', { times: 0 }));
    expect(all.strike('junkLine', subject)).toBe(always);
    all.clear(always.id);
    expect(all.strike('junkLine', subject)).toBeUndefined();
    expect(() => all.clear(always.id)).toThrow(`there is no fault ${always.id}`);
    all.clear();
    expect(all.list).toEqual([]);
  });

  it('are bounded: what is over makes room, what is not is not pushed out', () => {
    const all = faults();
    const over = all.add(spec('junkLine'));
    all.strike('junkLine', subject);
    for (let count = 1; count < faultLimits.faults; count++) all.add(spec('status'));
    all.add(spec('status'));
    expect(all.list.length).toBe(faultLimits.faults);
    expect(all.list.some(({ id }) => id === over.id)).toBe(false);
    expect(() => all.add(spec('status'))).toThrow('100 faults are on already');
  });
});
