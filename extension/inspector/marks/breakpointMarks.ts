import type { Disposable } from '../../base/disposable.ts';
import type { Matches } from '../../base/pattern.ts';
import type { BreakpointSpec } from '../../debugger/breakpoint.ts';
import { namePattern } from '../../debugger/namePattern.ts';
import { breakpointTerms } from '../breakpointTerms.ts';
import type { SessionBreakpoints } from '../sessionBreakpoints.ts';

interface Marked {
  readonly terms: string;
  readonly key: Matches | undefined;
  readonly informer: Matches | undefined;
}

/** Which objects and informers breakpoints are on: those that are enabled and name a key, or an informer. Others are everywhere, which is said nowhere. */
export class BreakpointMarks implements Disposable {
  readonly #breakpoints: Pick<SessionBreakpoints, 'all' | 'onChange'> | undefined;
  readonly #subscription: Disposable | undefined;
  #marked: readonly Marked[] | undefined;

  constructor(breakpoints: Pick<SessionBreakpoints, 'all' | 'onChange'> | undefined, changed: () => void) {
    this.#breakpoints = breakpoints;
    this.#subscription = breakpoints?.onChange(() => {
      const before = this.#marked;
      this.#marked = undefined;
      // It fires for hits, too, which change no mark.
      if (before && JSON.stringify(before.map(({ terms }) => terms)) === JSON.stringify(this.#all().map(({ terms }) => terms))) return;
      changed();
    });
  }

  /** What those on a key say. */
  ofKey(informer: string, key: string): readonly string[] {
    return this.#all().flatMap((each) => (each.key?.(key) && (each.informer?.(informer) ?? true) ? [each.terms] : []));
  }

  /** What those that name an informer say. */
  ofInformer(informer: string): readonly string[] {
    return this.#all().flatMap((each) => (each.informer?.(informer) ? [each.terms] : []));
  }

  dispose(): void {
    this.#subscription?.dispose();
  }

  #all(): readonly Marked[] {
    return (this.#marked ??= (this.#breakpoints?.all ?? []).flatMap(markedOf));
  }
}

function markedOf(spec: BreakpointSpec): readonly Marked[] {
  const { enabled, key, informer } = spec;
  if (!enabled || (key === undefined && informer === undefined)) return [];
  return [{ terms: breakpointTerms(spec), key: key === undefined ? undefined : namePattern(key), informer: informer === undefined ? undefined : namePattern(informer) }];
}
