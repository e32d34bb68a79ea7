import type { BreakpointError, BreakpointSpec } from '../debugger/breakpoint.ts';

/**
 * What a breakpoint says, in the terms of the trace: `Deleted · web/api-*`, `spec.replicas changed · v1/pods`, `log: {key} {delta}`. A logpoint is called by
 * its text, one that has a condition alone by that.
 */
export function breakpointTerms(spec: BreakpointSpec): string {
  const { key, informer, delta, point, path, error, attempts, condition, logMessage } = spec;
  const terms = [
    logMessage === undefined ? '' : `log: ${logMessage}`,
    delta ?? '',
    error === undefined ? '' : errorTerm(error),
    path === undefined ? '' : `${path} changed`,
    attempts === undefined ? '' : `attempt ≥ ${attempts}`,
    key ?? '',
    informer ?? '',
    point ?? '',
  ].filter(Boolean);
  return terms.length > 0 ? terms.join(' · ') : (condition ?? '');
}

export function errorTerm(error: BreakpointError): string {
  switch (error) {
    case 'expired':
      return '410 Expired';
    case 'forbidden':
      return '403 Forbidden';
    case 'conflict':
      return '409 Conflict';
    case 'handler':
      return 'handler.error';
    case 'reconcile':
      return 'reconcile.error';
  }
}
