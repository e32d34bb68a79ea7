import { describe, expect, it } from 'vitest';
import { breakpointKindOf, breakpointKinds, type BreakpointParts, partsForKind } from '../../../extension/inspector/breakpointKind.ts';
import { breakpointSpecOf } from '../../../extension/inspector/breakpointSpec.ts';
import { CompiledBreakpoint } from '../../../extension/debugger/compiledBreakpoint.ts';

/** One part of each kind, as the wizard asks for it. */
const part: { readonly [Kind in (typeof breakpointKinds)[number]]: BreakpointParts } = {
  key: { key: 'web/*' },
  informer: { informer: 'v1/pods' },
  delta: { delta: 'Deleted' },
  stage: { point: 'queue.pop' },
  field: { path: 'spec.replicas' },
  error: { error: 'conflict' },
  attempts: { attempts: 3 },
  condition: { condition: 'object.spec.replicas > 2' },
  log: { logMessage: '{key}' },
};

describe('the kind of a breakpoint', () => {
  it.each(breakpointKinds)('is %s by that part alone, and with a key and an informer beside it', (kind) => {
    expect(breakpointKindOf(part[kind])).toBe(kind);
    if (kind !== 'informer') expect(breakpointKindOf({ ...part.informer, ...part[kind] })).toBe(kind);
    if (kind !== 'informer') expect(breakpointKindOf({ ...part.key, ...part[kind] })).toBe(kind);
  });

  it('is none while nothing is said, or only how often', () => {
    expect(breakpointKindOf({})).toBeUndefined();
    expect(breakpointKindOf({ hitCondition: '5', key: undefined })).toBeUndefined();
  });

  it('is that of a logpoint whatever it writes at, and that of a delta where a condition narrows it down', () => {
    expect(breakpointKindOf({ ...part.field, ...part.log })).toBe('log');
    expect(breakpointKindOf({ ...part.delta, ...part.condition })).toBe('delta');
  });
});

describe('a change of kind', () => {
  it('leaves a Field that becomes an Error no path: nothing is both', () => {
    expect(partsForKind({ path: 'spec.replicas', key: 'web/*' }, 'error')).toEqual({ key: 'web/*' });
  });

  it('leaves a Logpoint that becomes a Key no message: it is to stop', () => {
    expect(partsForKind({ logMessage: '{key}', key: 'web/*', informer: 'v1/pods', hitCondition: '5' }, 'key')).toEqual({ key: 'web/*', informer: 'v1/pods', hitCondition: '5' });
  });

  it('leaves the informer, unless it was what the breakpoint was about', () => {
    expect(partsForKind({ key: 'web/a', informer: 'v1/pods' }, 'delta')).toEqual({ key: 'web/a', informer: 'v1/pods' });
    expect(partsForKind({ informer: 'v1/pods' }, 'key')).toEqual({});
  });

  it('leaves what the new kind is about, where that was said already', () => {
    expect(partsForKind({ path: 'spec', delta: 'Updated', condition: 'true' }, 'delta')).toEqual({ delta: 'Updated' });
  });

  it('is none where the kind stays: all is left, and so it is of what says nothing yet but where it was asked for', () => {
    const parts = { delta: 'Updated', condition: 'true', point: 'queue.pop', key: 'a/b', hitCondition: '% 2' } as const;
    expect(partsForKind(parts, 'delta')).toBe(parts);
    expect(partsForKind({}, 'error')).toEqual({});
  });

  it('makes of any kind, with all that it may say, one of any other that works and is of that kind', () => {
    for (const from of breakpointKinds) {
      for (const to of breakpointKinds.filter((kind) => kind !== from)) {
        const before = { ...part.key, hitCondition: '>= 2', ...part[from] };
        const after = breakpointSpecOf({ ...partsForKind(before, to), ...part[to] });
        expect(after, `${from} → ${to}`).toBeDefined();
        expect(breakpointKindOf(after!), `${from} → ${to}`).toBe(to === 'informer' ? 'key' : to);
        const compile = (): never => ({ uses: new Set(), evaluate: () => true }) as never;
        expect(() => new CompiledBreakpoint(after!, compile), `${from} → ${to}`).not.toThrow();
      }
    }
  });
});
