import fc from 'fast-check';
import { seededRandom } from '../../extension/base/random.ts';
import type { ClientGo } from '../../extension/informer/profile.ts';
import type { InformerChoices } from '../../extension/informer/sharedInformerFactory.ts';
import { FakeApiServer } from './fakeApiServer.ts';
import { InformerHarness } from './informerHarness.ts';
import { longestRecoveryMs } from './longestRecovery.ts';
import { ManualGate } from './manualGate.ts';
import { serverErrors, type ServerTrouble } from './serverTrouble.ts';

/** A refusal of one of the next requests. */
export const refusal: fc.Arbitrary<ServerTrouble> = fc.record({ do: fc.constantFrom('failList' as const, 'failWatch' as const), error: fc.nat(serverErrors.length - 1) });

/** Time that passes meanwhile: none, hardly any, a back-off's, and longer than a watch may be silent. */
export const waiting: fc.Arbitrary<{ readonly do: 'wait'; readonly ms: number }> = fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 500, 1500, 40_000, 130_000) });

/** An informer on a server that has some objects, before it runs. */
export interface TroubledInformer {
  readonly server: FakeApiServer;
  readonly gate: ManualGate;
  readonly harness: InformerHarness;
}

/** @param seed draws its delays, and whether its server pages every list */
export function troubledInformer(seed: number, settings: InformerChoices): TroubledInformer {
  const server = new FakeApiServer();
  server.pagesEverything = seed % 2 === 0;
  for (let index = 0; index < 4; index++) server.put('n0', `k${index}`);
  const gate = new ManualGate();
  return { server, gate, harness: new InformerHarness(server, { settings, gate, random: seededRandom(seed) }) };
}

/** From now on nothing befalls it, and it has had the time to recover. */
export async function recover({ server, gate, harness }: TroubledInformer, clientGo: ClientGo): Promise<void> {
  gate.open();
  server.listFailures.length = 0;
  server.watchFailures.length = 0;
  await harness.clock.advance(longestRecoveryMs(clientGo));
}
