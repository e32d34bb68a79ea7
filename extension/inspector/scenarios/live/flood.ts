import type { Clock } from '../../../base/clock.ts';
import { ApiError } from '../../../kube/status.ts';
import type { Measured } from '../condition.ts';
import type { ActionOf } from '../scenarioAction.ts';
import { resourceOf } from './resourceOf.ts';
import type { OpenClient, ScenarioClient } from './scenarioClient.ts';

/** Of the calm one; more tell no more. */
const calmReads = 20;
const someRefused = 10;

/**
 * Many lists at once beside a calm client, until what there is to be seen has been seen.
 * @returns of the flood `sent`, `answered`, `refused` and `retryAfter` (seconds); of the calm one `calmAnswered`, `calmRefused` and `calmSlowest` (milliseconds)
 */
export async function flood({ user, calm, resource, concurrent }: ActionOf<'flood'>, { openClient, clock }: { readonly openClient: OpenClient; readonly clock: Clock }, signal: AbortSignal): Promise<Measured> {
  const clients = await Promise.all([openClient({ userAgent: 'ci', user }), openClient({ userAgent: 'controller', user: calm })]);
  const [ci, controller] = clients;
  const enough = new AbortController();
  const either = AbortSignal.any([signal, enough.signal]);
  const figures = { sent: concurrent, answered: 0, refused: 0, retryAfter: 0, calmAnswered: 0, calmRefused: 0, calmSlowest: 0 };
  const isEnough = (): boolean => figures.refused >= someRefused && figures.calmAnswered + figures.calmRefused >= calmReads;
  const flooding = Promise.all(
    Array.from({ length: concurrent }, async () => {
      const { code, retryAfter } = await list(ci, resource, either);
      if (code === 200) figures.answered++;
      if (code === 429) figures.refused++;
      figures.retryAfter = Math.max(figures.retryAfter, retryAfter);
      if (isEnough()) enough.abort();
    }),
  );
  const calmly = async (): Promise<void> => {
    // It goes on as long as the flood lasts, whether it is answered or not.
    while (!either.aborted && !isEnough()) {
      const began = clock.now();
      const { code } = await list(controller, resource, either);
      if (code === 200) figures.calmAnswered++;
      if (code === 429) figures.calmRefused++;
      if (code !== 0) figures.calmSlowest = Math.max(figures.calmSlowest, clock.now() - began);
    }
    enough.abort();
  };
  try {
    await Promise.all([flooding.then(() => enough.abort()), calmly()]);
    signal.throwIfAborted();
    return figures;
  } finally {
    enough.abort();
    await Promise.all(clients.map((client) => client.close()));
  }
}

/** 0: nobody waits for it any more. @throws for what is neither an answer nor a refusal */
async function list(client: ScenarioClient, resource: string, signal: AbortSignal): Promise<{ readonly code: number; readonly retryAfter: number }> {
  try {
    await client.listerWatcher(resourceOf(resource), {}).list({}, signal);
    return { code: 200, retryAfter: 0 };
  } catch (error) {
    if (signal.aborted) return { code: 0, retryAfter: 0 };
    if (ApiError.is(error, 429)) return { code: 429, retryAfter: error.retryAfterSeconds ?? 0 };
    throw error;
  }
}
