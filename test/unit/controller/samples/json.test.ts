import { describe, expect, it } from 'vitest';
import { chanceOf, containsJson, equalJson, hashJson } from '../../../../extension/controller/samples/json.ts';

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

describe('containsJson', () => {
  const object = { metadata: { labels: { app: 'web', tier: 'front' } }, spec: { ports: [{ port: 80, name: 'http' }] } };

  it('holds when every wanted field is there, whatever else is', () => {
    expect(containsJson(object, { metadata: { labels: { app: 'web' } }, spec: { ports: [{ port: 80 }] } })).toBe(true);
    expect(containsJson(object, {})).toBe(true);
    expect(containsJson(object, { status: undefined })).toBe(true);
  });

  it('does not when one is missing, differs, or is wanted away', () => {
    expect(containsJson(object, { metadata: { labels: { app: 'shop' } } })).toBe(false);
    expect(containsJson(object, { metadata: { labels: { none: '1' } } })).toBe(false);
    expect(containsJson(object, { spec: null })).toBe(false);
    expect(containsJson(undefined, { spec: {} })).toBe(false);
  });

  it('wants a list whole', () => {
    expect(containsJson(object, { spec: { ports: [] } })).toBe(false);
    expect(containsJson(object, { spec: { ports: [{ port: 80 }, { port: 443 }] } })).toBe(false);
    expect(containsJson({ ports: { 0: 'x', length: 1 } }, { ports: ['x'] })).toBe(false);
  });
});

describe('chanceOf', () => {
  it('is the same for equal values, and spread from 0 up to 1 for values that hardly differ', () => {
    expect(chanceOf({ seed: 7, try: 1 })).toBe(chanceOf({ try: 1, seed: 7 }));
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let attempt = 0; attempt < 1000; attempt++) tenths[Math.floor(chanceOf({ seed: 7, key: 'default/web', attempt }) * 10)]!++;
    expect(Math.min(...tenths)).toBeGreaterThan(70);
    expect(Math.max(...tenths)).toBeLessThan(130);
  });
});
