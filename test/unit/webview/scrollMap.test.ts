import { describe, expect, it } from 'vitest';
import { ScrollMap } from '../../../webview/stream/scrollMap.ts';

const view = 400;
const million = 22_000_000;

function mapOf(listHeight: number): ScrollMap {
  const map = new ScrollMap();
  map.resize(listHeight, view);
  return map;
}

describe('a list that an element can hold', () => {
  it('is scrolled pixel by pixel', () => {
    const map = mapOf(50_000);
    expect(map.isScaled).toBe(false);
    expect(map.elementHeight).toBe(50_000);
    expect(map.scrolled(1234.5)).toBe(1234.5);
    expect(map.moveTo(20)).toBe(20);
  });

  it('has an end', () => {
    expect(mapOf(50_000).moveTo(1e9)).toBe(50_000 - view);
    expect(mapOf(100).moveTo(1e9)).toBe(0);
  });
});

describe('a million rows', () => {
  it('stand in an element that Chromium lays out at a zoom of five', () => {
    const map = mapOf(million);
    expect(map.isScaled).toBe(true);
    expect(map.elementHeight * 5).toBeLessThan(2 ** 25);
  });

  it('the thumb spans them all', () => {
    const map = mapOf(million);
    const last = map.elementHeight - view;
    expect(map.scrolled(last)).toBe(million - view);
    expect(map.scrolled(0)).toBe(0);
    expect(map.scrolled(last / 2)).toBeCloseTo((million - view) / 2, 5);
  });

  it('the wheel moves by what it asks for, anywhere', () => {
    const map = mapOf(million);
    const start = map.moveTo(7_000_000);
    expect(map.scrolled(start + 100)).toBe(7_000_100);
    expect(map.scrolled(start)).toBe(7_000_000);
  });

  it('every place in the list can be come to and stayed at', () => {
    const map = mapOf(million);
    for (const top of [0, 1, 22, 999_999, 12_345_678, million - view - 1, million - view]) {
      map.settle(Math.round(map.moveTo(top)));
      expect(map.position.top).toBe(top);
    }
  });

  it('both ends are reached by the wheel alone', () => {
    const map = mapOf(million);
    map.moveTo(150);
    expect(map.scrolled(0)).toBe(0);
    map.moveTo(million - view - 150);
    expect(map.scrolled(map.elementHeight - view)).toBe(million - view);
  });
});
