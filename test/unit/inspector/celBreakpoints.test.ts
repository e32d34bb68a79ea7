import { describe, expect, it } from 'vitest';
import { OverrunError } from '../../../extension/base/overrunError.ts';
import type { Variables } from '../../../extension/debugger/expression.ts';
import { celForBreakpoints } from '../../../extension/inspector/celBreakpoints.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const nothing: Variables = { object: null, oldObject: null, delta: null, key: null, attempt: null };

function evaluate(expression: string, variables: Partial<Variables> = {}): unknown {
  return celForBreakpoints(new FakeClock())(expression).evaluate({ ...nothing, ...variables });
}

describe('celForBreakpoints', () => {
  it.each<[string, Partial<Variables>, unknown]>([
    ['key.startsWith("web/")', { key: 'web/a' }, true],
    ['attempt >= 3', { attempt: 3 }, true],
    ['attempt == null', {}, true],
    ['delta == "Deleted" || oldObject == null', { delta: 'Updated' }, true],
    ['object.spec.replicas', { object: { spec: { replicas: 3 } } }, 3],
    ['object.spec.ratio', { object: { spec: { ratio: 0.5 } } }, 0.5],
    ['object.spec', { object: { spec: { replicas: 3, list: ['a', { b: true }] } } }, { replicas: 3, list: ['a', { b: true }] }],
    ['[1, 2].map(n, n * 2)', {}, [2, 4]],
    ['{"a": [null]}', {}, { a: [null] }],
    ['9007199254740993', {}, '9007199254740993'],
  ])('%s', (expression, variables, expected) => expect(evaluate(expression, variables)).toEqual(expected));

  it('says what it speaks of', () => {
    expect([...celForBreakpoints(new FakeClock())('object.a == oldObject.a && [1].all(key, key > 0)').uses]).toEqual(['object', 'oldObject']);
  });

  it.each([
    ['a name that is none', 'informer == ""', '`informer` is unknown: it may speak of `object`, `oldObject`, `delta`, `key` and `attempt`'],
    ['the function that bounds its loops', 'turnOfLoop(true)', 'there is no function `turnOfLoop`'],
    ['too many characters', `"${'x'.repeat(2000)}" == ""`, 'it has 2008 characters, and 2000 at most are taken'],
    ['too many brackets', `${'('.repeat(40)}true${')'.repeat(40)}`, 'its brackets are nested more than 32 deep'],
    ['too many loops', '[1].all(a, [1].all(b, [1].all(c, [1].all(d, true))))', 'nested more than 3 deep'],
  ])('refuses %s', (_, expression, message) => expect(() => celForBreakpoints(new FakeClock())(expression)).toThrow(message));

  it.each([
    ['over what it spells out', (list: string) => `${list}.all(a, ${list}.all(b, ${list}.all(c, true)))`],
    ['whose result does not depend on it', (list: string) => `${list}.exists(a, ${list}.exists(b, ${list}.all(c, false) || false)) || true`],
    ['that make lists', (list: string) => `size(${list}.map(a, ${list}.map(b, ${list}.map(c, c)))) == 100`],
  ])('ends loops %s, soon, and is as good as new for the next', (_, of) => {
    const list = `[${Array.from({ length: 100 }, (_each, index) => index).join()}]`;
    const compiled = celForBreakpoints(new FakeClock())(of(list));
    for (let time = 0; time < 2; time++) {
      const started = process.threadCpuUsage();
      expect(() => compiled.evaluate(nothing)).toThrow(OverrunError);
      expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(500);
    }
  });

  it('ends one that takes too long, by the clock that it was given', () => {
    let now = 0;
    const compiled = celForBreakpoints({ now: () => (now += 1) })('object.all(a, object.all(b, a != "" && b != ""))');
    const object = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`k${index}`, 0]));
    expect(() => compiled.evaluate({ ...nothing, object })).toThrow(expect.objectContaining({ name: 'OverrunError', message: 'it takes longer than 25 ms' }));
    expect(compiled.evaluate({ ...nothing, object: { a: 0 } })).toBe(true);
  });

  it.each([
    ['once', 1, true],
    ['twice in a row', 2, true],
    ['each time', 3, false],
  ])('takes one that is late %s for what it is', (_, late, holds) => {
    let now = 0;
    let evaluations = 0;
    // Each evaluation asks for the time when it begins and when it ends.
    let asked = 0;
    const clock = { now: () => (asked++ % 2 === 1 && ++evaluations > 1 && evaluations <= 1 + late ? (now += 30) : now) };
    const compiled = celForBreakpoints(clock)('object.ready');
    const evaluated = (): unknown => compiled.evaluate({ ...nothing, object: { ready: true } });
    if (holds) expect(evaluated()).toBe(true);
    else expect(evaluated).toThrow(expect.objectContaining({ name: 'OverrunError', message: 'it takes longer than 25 ms' }));
    expect(evaluations).toBe(1 + Math.min(3, late + 1));
    expect(evaluated()).toBe(true);
  });

  it('does not try again what was far too slow', () => {
    let now = 0;
    const clock = { now: () => (now += 501) };
    const compiled = celForBreakpoints(clock)('object.ready');
    const before = now;
    expect(() => compiled.evaluate({ ...nothing, object: { ready: true } })).toThrow(OverrunError);
    expect((now - before) / 501).toBeLessThan(5);
  });

  it('looks for patterns in so much text, and no more', () => {
    const text = 'a'.repeat(9_000);
    expect(evaluate('object.text.matches("^a+$")', { object: { text } })).toBe(true);
    expect(evaluate('"ab".matches("^a") && !"b".matches("a")')).toBe(true);
    expect(() => evaluate('key.matches("(")', { key: 'a' })).toThrow(/missing closing|parsing regexp/);
    const compiled = celForBreakpoints(new FakeClock())('object.text.matches("(a+)+$")');
    const started = process.threadCpuUsage();
    expect(() => compiled.evaluate({ ...nothing, object: { text: 'a'.repeat(1_000_000) } })).toThrow(expect.objectContaining({ name: 'OverrunError', message: 'it looks for patterns in more than 10000 characters' }));
    expect(() => evaluate('object.list.exists(each, object.text.matches("b$"))', { object: { text, list: [1, 2, 3] } })).toThrow(OverrunError);
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(500);
  });

  it('counts what is in lists of lists, each time that they are looked at', () => {
    const cube = (size: number): unknown => Array.from({ length: size }, () => Array.from({ length: size }, () => Array.from({ length: size }, () => 1)));
    const object = { small: cube(5), half: cube(18), large: cube(40) };
    expect(evaluate('object.small == oldObject.small', { object, oldObject: { small: cube(5) } })).toBe(true);
    for (const expression of ['object.large == object.large', 'object.large.size() == 40', 'object.half == object.half']) expect(() => evaluate(expression, { object }), expression).toThrow('it looks at more than 10000 values');
    expect(evaluate('object.half.size()', { object })).toBe(18);
  });

  it('gives no more of a value than a person reads', () => {
    const object = { list: Array.from({ length: 1000 }, (_, index) => index), deep: { a: { b: { c: { d: {} } } } } };
    expect((evaluate('object.list', { object }) as unknown[]).length).toBe(50);
    expect(evaluate('object.deep', { object })).toEqual({ a: { b: { c: { d: '…' } } } });
  });
});
