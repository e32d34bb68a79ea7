import { type Check, count, flag, name, nothing, number, record, word } from './checks.ts';

/** What the panel asks to have changed in the playground. What needs a number or a file, its host asks the person for: no path comes from a panel. */
export interface InsideMessages {
  'inside/compact': Record<string, never>;
  'inside/setCommitLatency': Record<string, never>;
  'inside/saveSnapshot': Record<string, never>;
  'inside/startFromSnapshot': Record<string, never>;
  /** The article's world: another playground, of that size. */
  'inside/restartAsTown': Record<string, never>;
  'inside/setRequestLimits': Record<string, never>;
  'inside/setAuditPolicy': Record<string, never>;
  /** How fast the time of its world goes; 0: it stands. */
  'inside/speed': { readonly speed: number };
  /** How much happens there by itself. */
  'inside/churn': { readonly churn: string };
  /** Cuts one of its controllers off, or lets it hear and speak again. */
  'inside/connectController': { readonly name: string; readonly connected: boolean };
  /** Real pollers of one resource. `consistent`: they list from the storage. */
  'inside/startPollers': { readonly resource: string; readonly pollers: number; readonly periodMs: number; readonly consistent: boolean };
  'inside/endPollers': Record<string, never>;
}

export const insideChecks: { readonly [Name in keyof InsideMessages]: Check<InsideMessages[Name]> } = {
  'inside/compact': nothing,
  'inside/setCommitLatency': nothing,
  'inside/saveSnapshot': nothing,
  'inside/startFromSnapshot': nothing,
  'inside/restartAsTown': nothing,
  'inside/setRequestLimits': nothing,
  'inside/setAuditPolicy': nothing,
  'inside/speed': record<InsideMessages['inside/speed']>({ speed: number }),
  'inside/churn': record<InsideMessages['inside/churn']>({ churn: word }),
  'inside/connectController': record<InsideMessages['inside/connectController']>({ name, connected: flag }),
  'inside/startPollers': record<InsideMessages['inside/startPollers']>({ resource: name, pollers: count, periodMs: count, consistent: flag }),
  'inside/endPollers': nothing,
};
