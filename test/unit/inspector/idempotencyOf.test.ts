import { describe, expect, it } from 'vitest';
import type { ReportedWrite } from '../../../extension/controller/runReport.ts';
import { idempotencyOf } from '../../../extension/inspector/idempotencyOf.ts';

const write = (changed: boolean): ReportedWrite => ({ seq: 1, verb: 'patch', target: 'v1/configmaps d/a', code: 200, changed });
const report = { outcome: 'done', wasSettled: true, writes: [] } as const;

describe('another run of a key', () => {
  it.each([true, false])('says the same in a dry run and in a real one, where it does not depend on what was stored: %j', (dryRun) => {
    expect(idempotencyOf(report, dryRun)).toBe('idempotent');
    expect(idempotencyOf({ ...report, outcome: 'requeueAfter' }, dryRun)).toBe('idempotent');
    expect(idempotencyOf({ ...report, writes: [write(false), write(false)] }, dryRun)).toBe('rewrites');
    expect(idempotencyOf({ ...report, outcome: 'failed', writes: [write(true)] }, dryRun)).toBe('failed');
    expect(idempotencyOf({ ...report, outcome: 'stopped', wasSettled: false }, dryRun)).toBe('stopped');
    expect(idempotencyOf({ ...report, wasSettled: false, writes: [write(true)] }, dryRun)).toBe('unsettled');
  });

  it('that changes something is not idempotent: but in a dry run, which has stored nothing of the run before, that tells nothing', () => {
    const writes = [write(false), write(true)];
    expect([idempotencyOf({ ...report, writes }, false), idempotencyOf({ ...report, writes }, true)]).toEqual(['changes', 'unknown']);
  });
});
