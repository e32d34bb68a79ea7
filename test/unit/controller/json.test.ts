import { describe, expect, it } from 'vitest';
import { equalJson, hashJson } from '../../../extension/controller/samples/json.ts';

describe('equalJson', () => {
  it('ignores the order of fields, at every depth', () => {
    expect(equalJson({ a: 1, b: { c: [1, 2], d: 2 } }, { b: { d: 2, c: [1, 2] }, a: 1 })).toBe(true);
  });

  it('heeds the order of elements', () => {
    expect(equalJson([1, 2], [2, 1])).toBe(false);
  });

  it('takes null and undefined for a field that is not there', () => {
    expect(equalJson({ creationTimestamp: null, labels: undefined, a: 1 }, { a: 1 })).toBe(true);
    expect(equalJson({ a: 0 }, {})).toBe(false);
  });

  it('tells a list from an object with the same indexes, and a number from its text', () => {
    expect(equalJson(['x'], { 0: 'x' })).toBe(false);
    expect(equalJson({ port: 80 }, { port: '80' })).toBe(false);
  });
});

describe('hashJson', () => {
  it('is the same for equal values, fit for a name, and differs for another image', () => {
    const template = (image: string) => ({ spec: { containers: [{ name: 'nginx', image }] } });
    expect(hashJson({ b: 1, a: 2 })).toBe(hashJson({ a: 2, b: 1 }));
    expect(hashJson(template('nginx:1.25'))).not.toBe(hashJson(template('nginx:1.26')));
    expect(hashJson(template('nginx:1.25'))).toMatch(/^[a-z0-9]{1,10}$/);
  });
});
