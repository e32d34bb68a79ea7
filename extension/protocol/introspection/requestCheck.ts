import type { RequestView } from '../../introspection/introspection.ts';
import { type Check, count, name, number, prose, record, word } from '../checks.ts';

/** What was asked, and with what code it was answered. */
export const requestFields = { auditId: name, verb: word, path: prose, query: prose, user: name, userAgent: prose, code: count };

export const requestCheck: Check<RequestView> = record<RequestView>({ ...requestFields, sinceMs: number });
