import type { WorldControllerView, WorldView } from '../../introspection/world.ts';
import { type Check, count, flag, list, name, number, prose, record, word } from '../checks.ts';

const controller = record<WorldControllerView>({ name, user: name, connected: flag, synced: flag, queued: count, reconciles: count, failures: count, lastError: prose });

/** @param most controllers */
export function worldFields(most: number): { readonly [Name in keyof WorldView]: Check<WorldView[Name]> } {
  return { size: word, seed: count, churn: word, speed: number, worldMs: number, controllers: list(controller, most) };
}
