import type { StorageView } from '../../introspection/introspection.ts';
import { type Check, count, number, record } from '../checks.ts';

export const storageCheck: Check<StorageView> = record<StorageView>({ revision: count, head: count, compacted: count, pending: count, keys: count, versions: count, commitLatencyMs: number });
