import { describe, expect, it } from 'vitest';
import { CacheEvent } from '../../../../extension/playground/watchCache/cacheEvent.ts';
import { EventRing, historyWindowMs } from '../../../../extension/playground/watchCache/eventRing.ts';
import { StoredObject } from '../../../../extension/playground/storage/storedObject.ts';

function event(revision: number, time = 0): CacheEvent {
  const current = new StoredObject('/c/a', revision, { metadata: { name: 'a' } });
  return new CacheEvent({ type: 'ADDED', key: '/c/a', revision, current, previous: undefined }, time);
}

function fill(ring: EventRing, from: number, to: number, time: (revision: number) => number = () => 0): void {
  for (let revision = from; revision <= to; revision++) ring.push(event(revision, time(revision)));
}

describe('EventRing', () => {
  it('A-10, A-11: begins with 100 places and doubles while its oldest event is younger than the window', () => {
    const ring = new EventRing(10);
    expect(ring.capacity).toBe(100);
    fill(ring, 11, 110);
    expect(ring.capacity).toBe(100);
    fill(ring, 111, 111);
    expect(ring.capacity).toBe(200);
    expect(ring.length).toBe(101);
    expect(ring.since(10)).toHaveLength(101);
  });

  it('A-10: never more than 102400 places', () => {
    const ring = new EventRing(0);
    fill(ring, 1, 150_000);
    expect(ring.capacity).toBe(102_400);
    expect(ring.length).toBe(102_400);
    expect(ring.oldest).toBe(150_000 - 102_400 + 1);
  });

  it('A-11: overwrites when what is full is old enough', () => {
    const ring = new EventRing(0);
    fill(ring, 1, 130, (revision) => revision * historyWindowMs);
    expect(ring.capacity).toBe(100);
    expect(ring.length).toBe(100);
    expect(ring.oldest).toBe(31);
  });

  it('A-11: halves when a quarter of it would hold the window', () => {
    const ring = new EventRing(0);
    fill(ring, 1, 201);
    expect(ring.capacity).toBe(400);
    fill(ring, 202, 400, (revision) => revision * historyWindowMs);
    expect(ring.capacity).toBe(400);
    ring.push(event(401, 401 * historyWindowMs));
    expect(ring.capacity).toBe(200);
    expect(ring.since(ring.oldest - 1)?.map(({ revision }) => revision)).toEqual(Array.from({ length: 200 }, (_, index) => 202 + index));
  });

  it('A-14, A-15: an empty ring serves every version from its list on', () => {
    const ring = new EventRing(50);
    expect(ring.since(50)).toEqual([]);
    expect(ring.since(70)).toEqual([]);
    expect(ring.since(49)).toBeUndefined();
  });

  it('A-14: once something was overwritten, one less than the oldest is the oldest that can be served', () => {
    const ring = new EventRing(0);
    fill(ring, 1, 101, (revision) => revision * historyWindowMs);
    expect(ring.oldest).toBe(2);
    expect(ring.since(1)).toHaveLength(100);
    expect(ring.since(0)).toBeUndefined();
    expect(ring.since(100)?.map(({ revision }) => revision)).toEqual([101]);
    expect(ring.since(101)).toEqual([]);
  });
});
