import type { Disposable } from '../base/disposable.ts';
import type { BreakpointSpec } from '../debugger/breakpoint.ts';
import type { Breakpoints } from '../debugger/breakpoints.ts';
import { breakpointSpecOf, keptSpecOf } from './breakpointSpec.ts';

/** So many are kept; a list that is longer was not written by a person. */
export const mostBreakpoints = 500;

export interface BreakpointShelf {
  /** What was kept the last time: not trusted. */
  read(): unknown;
  write(specs: readonly BreakpointSpec[]): void;
}

/** Sets the breakpoints that were there the last time, and keeps them as they change. A hit is no change. */
export function keepBreakpoints(breakpoints: Breakpoints, shelf: BreakpointShelf): Disposable {
  const kept = shelf.read();
  for (const each of Array.isArray(kept) ? kept.slice(0, mostBreakpoints) : []) {
    const spec = breakpointSpecOf(each);
    if (spec) breakpoints.add(spec);
  }
  let written = JSON.stringify(specs());
  return breakpoints.onChange(() => {
    const now = specs();
    const text = JSON.stringify(now);
    if (text === written) return;
    written = text;
    shelf.write(now);
  });

  function specs(): readonly BreakpointSpec[] {
    return breakpoints.all.map(keptSpecOf);
  }
}
