import { describe, expect, it } from 'vitest';
import { compileCel } from '../../../extension/inspector/celCompiler.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';

const web: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'd', generation: 2, labels: { app: 'web', 'app.kubernetes.io/name': 'web' } },
  spec: { replicas: 3, ratio: 0.5, paused: false, none: null, containers: [{ image: 'nginx:1.25', ports: [{ containerPort: 80 }, { containerPort: 8080 }] }] },
  constructor: { name: 'mine' },
};
const older: KubeObject = { ...web, spec: { ...(web['spec'] as object), replicas: 2 } };

function holds(expression: string, object: KubeObject = web, oldObject: KubeObject | null = null): boolean {
  return compileCel(expression)({ object, oldObject });
}

describe('compileCel', () => {
  it.each([
    ['object.spec.replicas == 3', true],
    ['object.spec.replicas + 1 == 4 && object.spec.replicas % 2 == 1', true],
    ['object.spec.replicas > 2.5 && object.spec.ratio < 1', true],
    ['object.metadata.labels["app.kubernetes.io/name"] == "web"', true],
    ['has(object.spec.paused) && !object.spec.paused && !has(object.spec.missing)', true],
    ['object.spec.none == null', true],
    ['"app" in object.metadata.labels && !("tier" in object.metadata.labels)', true],
    ['object.spec.containers.all(c, c.image.startsWith("nginx:") && c.ports.exists(p, p.containerPort == 8080))', true],
    ['object.metadata.labels.exists(name, name == "app")', true],
    ['size(object.spec.containers) == 1 && object.spec.containers[0].ports.map(p, p.containerPort) == [80, 8080]', true],
    ['object.metadata.name.matches("^w(e+)+b$")', true],
    ['object.metadata.name in ["db", "cache"]', false],
    ['object.constructor.name == "mine"', true],
    ['type(object.spec.replicas) == int', true],
    ['oldObject == null', true],
  ])('%s', (expression, expected) => expect(holds(expression)).toBe(expected));

  it('compares an update with what was before', () => {
    const changed = 'oldObject == null || object.spec != oldObject.spec';
    expect(holds(changed, web, older)).toBe(true);
    expect(holds(changed, web, structuredClone(web))).toBe(false);
    expect(holds('object.spec.replicas > oldObject.spec.replicas', web, older)).toBe(true);
  });

  it.each([
    ['a bracket is left open', '(object.spec', 'at 1:13: found end of input'],
    ['a name is misspelt', 'obejct.spec.replicas == 1', '`obejct` is unknown: it may speak of `object` and `oldObject`'],
    ['a name is another loop’s', 'object.spec.containers.all(c, d.image == "")', '`d` is unknown: it may speak of `object` and `oldObject`'],
    ['a function is misspelt', 'sise(object.spec) == 1', 'there is no function `sise`'],
    ['it is too long', `"${'x'.repeat(2000)}" == ""`, 'it has 2008 characters, and 2000 at most are taken'],
    ['its brackets are too many', `${'('.repeat(900)}true${')'.repeat(900)}`, 'its brackets are nested more than 32 deep'],
    ['it has too many parts', `1${'+1'.repeat(600)} == 1`, 'it has more than 500 parts'],
    ['its loops are too many', '[1].all(a, [1].all(b, [1].all(c, [1].all(d, true))))', 'its loops (`all`, `exists`, `filter` …) are nested more than 3 deep'],
  ])('says so when %s', (_, expression, message) => expect(() => compileCel(expression)).toThrow(message));

  it('takes what is long, but no longer than it may be', () => {
    expect(holds(`true${' && true'.repeat(240)}`)).toBe(true);
  });

  it.each([
    ['object.spec.missing == 1', 'missing'],
    ['oldObject.spec.replicas == 1', ''],
    ['object.spec.replicas', 'it gives 3, which is neither true nor false'],
    ['object.spec', 'it gives a value, which is neither true nor false'],
    ['object.metadata.name + 1 == ""', ''],
    ['object.__proto__ == null', '__proto__'],
  ])('%s cannot be evaluated: %s', (expression, message) => {
    const predicate = compileCel(expression);
    expect(() => predicate({ object: web, oldObject: null })).toThrow(message);
  });

  it.each(['bool(object.data.long)', 'object.data[object.data.long]', 'object.data.long', 'int(object.data.long) > 0'])('%s says no more of a value than can be read', (expression) => {
    const object = { metadata: {}, data: { long: 'x'.repeat(100_000) } };
    let message = '';
    try {
      compileCel(expression)({ object, oldObject: null });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(/x{20}/);
    expect(message.length).toBeLessThan(400);
  });

  it('takes no pattern out of an object that is too long to be read', () => {
    const matching = compileCel('"a".matches(object.data.pattern)');
    const data = (pattern: string) => ({ object: { metadata: {}, data: { pattern } }, oldObject: null });
    expect(matching(data('^a$'))).toBe(true);
    expect(() => matching(data(`a|${'b'.repeat(100_000)}`))).toThrow('it looks for patterns in more than 10000 characters');
  });

  it('gives up on loops that would take too long, in no time, and is as good as new for the next object', () => {
    const data = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 'v']));
    const predicate = compileCel('object.data.all(a, object.data.all(b, object.data[a] == object.data[b]))');
    const started = performance.now();
    expect(() => predicate({ object: { metadata: {}, data }, oldObject: null })).toThrow('it looks at more than 10000 values');
    expect(performance.now() - started).toBeLessThan(1000);
    expect(predicate({ object: { metadata: {}, data: { a: 'v', b: 'v' } }, oldObject: null })).toBe(true);
  });

  it('reads only what the expression names', () => {
    const read: string[] = [];
    const object = {
      metadata: { name: 'web' },
      get spec() {
        read.push('spec');
        return { replicas: 1 };
      },
      get status() {
        read.push('status');
        return {};
      },
    };
    expect(holds('object.spec.replicas == 1', object)).toBe(true);
    expect(new Set(read)).toEqual(new Set(['spec']));
  });
});
