/**
 * Flaky: it fails half of the time, and everything that it would do is done in the end (chapter 8 of the article).
 *
 * A key that fails goes back to the WorkQueue through its rate limiter and waits: 200 ms, then twice as long after each
 * failure, 10 s at most. A success forgets the failures. It writes nothing: safe on any cluster.
 *
 * Around it, as in the article's `processNextWorkItem`:
 *
 *     1   Get             the key of a ConfigMap
 *     2   reconcile       fails, half of the time
 *     3a  Forget          it went well: the next failure waits 200 ms again
 *     3b  AddRateLimited  it failed: back when its time has come, with the next attempt
 *         Done            always: only now can another worker have the key
 *
 * Chance is drawn from the seed, the key and the number of the attempt, so the same happens each time it is run.
 *
 * Watch in the panel: a key's attempts and when it is due again (the view Controllers), `workqueue.ratelimited` with its growing
 * `after`, and that one key's waiting holds up no other.
 */
import { defineReconciler, TerminalError } from 'informer-inspector';
import { chanceOf } from './json.ts';

const configMaps = 'v1/configmaps';
const seed = 7;

/** Failures in a row, by key. Forgotten when the process ends: a controller may remember only what it can do without. */
const failures = new Map<string, number>();

export default defineReconciler({
  name: 'flaky',
  for: configMaps,
  workers: 4,
  limiter: { type: 'exponential', baseDelay: 200, maxDelay: 10_000 },

  async reconcile(ctx, request) {
    const configMap = await ctx.cache.get(configMaps, request.namespace, request.name);
    const attempt = (failures.get(request.key) ?? 0) + 1;
    const chance = chanceOf([seed, request.key, attempt]);
    if (chance < 0.5) failures.set(request.key, attempt);
    // Trying again would not help: left alone until it changes, and without back-off. Its next attempt has a chance of its own.
    if (chance < 0.02) throw new TerminalError(`gives ${request.key} up at attempt ${attempt}`);
    if (chance < 0.5) throw new Error(`attempt ${attempt} on ${request.key} fails`);
    failures.delete(request.key);
    ctx.log(configMap ? `done at attempt ${attempt}: ${Object.keys(configMap['data'] ?? {}).length} keys` : `done at attempt ${attempt}: it is gone`);
  },
});
