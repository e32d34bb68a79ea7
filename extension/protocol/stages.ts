import { type Check, oneOf } from './checks.ts';

/** Whose step an entry is, by the first word of its kind. */
export const stageNames = ['apiserver', 'reflector', 'queue', 'store', 'handler', 'workqueue', 'reconcile', 'lint'] as const;

export type StageName = (typeof stageNames)[number];

export const stageName: Check<StageName> = oneOf(...stageNames);
