import { describe, expect, it } from 'vitest';
import { CacheEvent } from '../../../../extension/playground/watchCache/cacheEvent.ts';
import { EventRing as Ring } from '../../../../extension/playground/watchCache/eventRing.ts';
import { articleProfile, currentProfile } from '../../../../extension/playground/watchCache/watchCacheProfile.ts';
import { StoredObject } from '../../../../extension/playground/storage/storedObject.ts';

function event(revision: number, time = 0): CacheEvent {
  const current = new StoredObject('/c/a', revision, { metadata: { name: 'a' } });
  return new CacheEvent({ type: 'ADDED', key: '/c/a', revision, current, previous: undefined, origin: '' }, time);
}

const current = currentProfile();
const historyWindowMs = 75_000;

function fill(ring: Ring, from: number, to: number, time: (revision: number) => number = () => 0): void {
  for (let revision = from; revision <= to; revision++) ring.push(event(revision, time(revision)));
}

describe('EventRing', () => {
  it('A-10, A-11: begins with 100 places and doubles while its oldest event is younger than the window', () => {
    const ring = new Ring(10, current);
    expect(ring.capacity).toBe(100);
    fill(ring, 11, 110);
    expect(ring.capacity).toBe(100);
    fill(ring, 111, 111);
    expect(ring.capacity).toBe(200);
    expect(ring.length).toBe(101);
    expect(ring.since(10)).toHaveLength(101);
  });

  it('A-10: never more than 102400 places', () => {
    const ring = new Ring(0, current);
    fill(ring, 1, 150_000);
    expect(ring.capacity).toBe(102_400);
    expect(ring.length).toBe(102_400);
    expect(ring.oldest).toBe(150_000 - 102_400 + 1);
  });

  it('A-11: overwrites when what is full is old enough', () => {
    const ring = new Ring(0, current);
    fill(ring, 1, 130, (revision) => revision * historyWindowMs);
    expect(ring.capacity).toBe(100);
    expect(ring.length).toBe(100);
    expect(ring.oldest).toBe(31);
  });

  it('A-11: halves when a quarter of it would hold the window', () => {
    const ring = new Ring(0, current);
    fill(ring, 1, 201);
    expect(ring.capacity).toBe(400);
    fill(ring, 202, 400, (revision) => revision * historyWindowMs);
    expect(ring.capacity).toBe(400);
    ring.push(event(401, 401 * historyWindowMs));
    expect(ring.capacity).toBe(200);
    expect(ring.since(ring.oldest - 1)?.map(({ revision }) => revision)).toEqual(Array.from({ length: 200 }, (_, index) => 202 + index));
  });

  it('A-14, A-15: an empty ring serves every version from its list on', () => {
    const ring = new Ring(50, current);
    expect(ring.since(50)).toEqual([]);
    expect(ring.since(70)).toEqual([]);
    expect(ring.since(49)).toBeUndefined();
  });

  it('A-14: once something was overwritten, one less than the oldest is the oldest that can be served', () => {
    const ring = new Ring(0, current);
    fill(ring, 1, 101, (revision) => revision * historyWindowMs);
    expect(ring.oldest).toBe(2);
    expect(ring.since(1)).toHaveLength(100);
    expect(ring.since(0)).toBeUndefined();
    expect(ring.since(100)?.map(({ revision }) => revision)).toEqual([101]);
    expect(ring.since(101)).toEqual([]);
  });

  it('A-12: holds 75 s; a longer window raises the bound on its places by the next power of two', () => {
    expect(current).toMatchObject({ windowMs: 75_000, minCapacity: 100, maxCapacity: 102_400 });
    const bounds = [1, 75_000, 75_001, 150_000, 150_001, 600_000].map((windowMs) => currentProfile(windowMs).maxCapacity / 102_400);
    expect(bounds).toEqual([1, 1, 2, 2, 4, 8]);
    expect(currentProfile(1e15).maxCapacity).toBeLessThan(2 ** 31);
    const patient = new Ring(0, currentProfile(150_000));
    const hasty = new Ring(0, current);
    for (const ring of [patient, hasty]) fill(ring, 1, 101, (revision) => revision * 1000);
    expect([patient.capacity, hasty.capacity]).toEqual([200, 100]);
  });

  it('A-11: remembers how it grew and shrank', () => {
    const ring = new Ring(0, current);
    fill(ring, 1, 201);
    fill(ring, 202, 400, (revision) => revision * historyWindowMs);
    ring.push(event(401, 401 * historyWindowMs));
    expect(ring.changes).toEqual([
      { from: 100, to: 200, revision: 101, time: 0 },
      { from: 200, to: 400, revision: 201, time: 0 },
      { from: 400, to: 200, revision: 401, time: 401 * historyWindowMs },
    ]);
  });

  it('A-16: is read in chunks from a position, which is gone once it is overwritten', () => {
    const ring = new Ring(0, articleProfile(10));
    fill(ring, 1, 10);
    const position = ring.positionAfter(4)!;
    expect(ring.read(position, 3)?.map(({ revision }) => revision)).toEqual([5, 6, 7]);
    expect(ring.read(position + 3, 100)?.map(({ revision }) => revision)).toEqual([8, 9, 10]);
    expect(ring.read(ring.end, 100)).toEqual([]);
    fill(ring, 11, 14);
    expect(ring.read(position, 1)?.map(({ revision }) => revision)).toEqual([5]);
    fill(ring, 15, 15);
    expect(ring.read(position, 1)).toBeUndefined();
  });

  it('the article: a fixed number of places, whatever the traffic', () => {
    const ring = new Ring(0, articleProfile());
    fill(ring, 1, 1000);
    expect([ring.capacity, ring.length, ring.oldest]).toEqual([100, 100, 901]);
    expect(ring.changes).toEqual([]);
    const small = new Ring(0, articleProfile(3));
    fill(small, 1, 5);
    expect([small.capacity, small.oldest]).toEqual([3, 3]);
  });
});
