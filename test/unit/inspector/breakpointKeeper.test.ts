import { describe, expect, it } from 'vitest';
import type { BreakpointSpec } from '../../../extension/debugger/breakpoint.ts';
import { Breakpoints } from '../../../extension/debugger/breakpoints.ts';
import { keepBreakpoints, mostBreakpoints } from '../../../extension/inspector/breakpointKeeper.ts';
import { FakeClock } from '../../support/fakeClock.ts';

function setUp(kept: unknown): { readonly breakpoints: Breakpoints; readonly written: (readonly BreakpointSpec[])[] } {
  const breakpoints = new Breakpoints({ clock: new FakeClock(), loadExpressions: () => Promise.reject(new Error('not asked for')) });
  const written: (readonly BreakpointSpec[])[] = [];
  keepBreakpoints(breakpoints, { read: () => kept, write: (specs) => written.push(specs) });
  return { breakpoints, written };
}

describe('breakpoints of the last time', () => {
  it('are set again, in their order, and those that are none are left out', () => {
    const { breakpoints, written } = setUp([{ enabled: true, key: 'web/*' }, { key: 7 }, 'x', { enabled: false, delta: 'Deleted' }]);
    expect(breakpoints.all.map(({ key, delta, enabled }) => [key ?? delta, enabled])).toEqual([
      ['web/*', true],
      ['Deleted', false],
    ]);
    expect(written).toEqual([]);
  });

  it.each([undefined, null, 7, { length: 3 }])('are none where %s was kept', (kept) => {
    expect(setUp(kept).breakpoints.all).toEqual([]);
  });

  it('are no more than a person can have set', () => {
    const kept = Array.from({ length: mostBreakpoints + 5 }, (_, index) => ({ key: `a/${index}` }));
    expect(setUp(kept).breakpoints.all).toHaveLength(mostBreakpoints);
  });
});

describe('a change', () => {
  it('is kept at once: one that is added, switched off, changed, removed', () => {
    const { breakpoints, written } = setUp(undefined);
    const { id } = breakpoints.add({ enabled: true, key: 'web/*' });
    breakpoints.setEnabled(id, false);
    breakpoints.change(id, { enabled: true, key: 'jobs/*' });
    breakpoints.remove(id);
    expect(written).toEqual([[{ enabled: true, key: 'web/*' }], [{ enabled: false, key: 'web/*' }], [{ enabled: true, key: 'jobs/*' }], []]);
  });

  it('that is none to look at later is not written again', () => {
    const { breakpoints, written } = setUp([{ enabled: true, key: 'web/*' }]);
    breakpoints.setEnabled(breakpoints.all[0]!.id, true);
    expect(written).toEqual([]);
  });
});
