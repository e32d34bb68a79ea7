import { describe, expect, it } from 'vitest';
import type { Breakpoint } from '../../../extension/debugger/breakpoint.ts';
import { BreakpointChanges } from '../../../extension/inspector/breakpointChanges.ts';

const breakpoint = (id: string, more: Partial<Breakpoint> = {}): Breakpoint => ({ id, enabled: true, key: `default/${id}`, hitCount: 0, verified: true, ...more });

function seen(...all: readonly Breakpoint[]): BreakpointChanges {
  const changes = new BreakpointChanges();
  expect(changes.since(all)).toBe('all');
  return changes;
}

describe('what has become of breakpoints', () => {
  it('is nothing where nothing was done, though they were made anew', () => {
    expect(seen(breakpoint('1'), breakpoint('2')).since([breakpoint('1'), breakpoint('2')])).toEqual([]);
  });

  it('is of the one that was hit, switched off or changed, and told once', () => {
    const changes = seen(breakpoint('1'), breakpoint('2'), breakpoint('3'));
    const now = [breakpoint('1'), breakpoint('2', { hitCount: 1 }), breakpoint('3', { enabled: false, problem: { kind: 'pathAndError' } })];
    expect(changes.since(now)).toEqual(['2', '3']);
    expect(changes.since(now)).toEqual([]);
  });

  it.each([
    ['one was added', [breakpoint('1'), breakpoint('2'), breakpoint('3')]],
    ['one was removed', [breakpoint('2')]],
    ['one took the place of another', [breakpoint('1'), breakpoint('4')]],
    ['they stand in another order', [breakpoint('2'), breakpoint('1')]],
  ])('is all where %s', (_, now) => {
    expect(seen(breakpoint('1'), breakpoint('2')).since(now)).toBe('all');
  });
});
