import { worldLimits, type WorldView } from '../../introspection/world.ts';
import { type Check, count, flag, list, name, number, prose, record, word } from '../../protocol/checks.ts';

export const worldCheck: Check<WorldView> = record<WorldView>({
  size: word,
  seed: count,
  churn: word,
  speed: number,
  worldMs: number,
  controllers: list(
    record<WorldView['controllers'][number]>({ name, user: name, connected: flag, synced: flag, queued: count, reconciles: count, failures: count, lastError: prose }),
    worldLimits.controllers,
  ),
});
