import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenSeed, propertyRuns, testSeeds } from '../support/seed.ts';
import { type ComparedServer, playgroundServer, realServer } from './support/comparedServer.ts';
import { withoutKnownDifferences } from './support/differential/answerDifferences.ts';
import { callText, type ScriptStep } from './support/differential/apiCall.ts';
import { drawScript } from './support/differential/drawScript.ts';
import { type Players, playScript } from './support/differential/playScript.ts';
import { RawClient } from './support/differential/rawClient.ts';
import { shortestScript } from './support/differential/shortestScript.ts';
import { describeCluster } from './whenControlPlane.ts';

const requests = 250;
const seeds = givenSeed === undefined ? testSeeds(propertyRuns(4)) : [givenSeed];

/** What a person needs to see it again: the requests, and what both said to the last. */
async function failureText(script: readonly ScriptStep[], players: Players): Promise<string> {
  const failsAt = async (tried: readonly ScriptStep[]): Promise<number | undefined> => {
    const [found] = await playScript(tried, players);
    const at = tried.findIndex(({ id }) => id === (found?.step as ScriptStep | undefined)?.id);
    return found && (at < 0 ? tried.length - 1 : at);
  };
  const shortest = await shortestScript(script, failsAt);
  const [found] = await playScript(shortest, players);
  return [...shortest.map((step) => `#${step.id} ${callText(step)}`), found && callText(found.step), inspect({ real: found?.real, ours: found?.ours }, { depth: 12 })].join('\n');
}

describeCluster('the API, request by request', () => {
  let servers: readonly ComparedServer[] = [];
  let players: Players;

  beforeAll(async () => {
    servers = await Promise.all([realServer(), playgroundServer(1)]);
    const [real, ours] = await Promise.all(servers.map(({ kubeconfig }) => RawClient.open(kubeconfig)));
    players = { real: real!, ours: ours!, excuse: withoutKnownDifferences };
  });

  afterAll(async () => {
    players?.real.close();
    players?.ours.close();
    await Promise.all(servers.map((server) => server.close()));
  });

  it.for(seeds)(`${requests} requests of all kinds, and watches of what they did, are answered as by a real API server: PROPERTY_SEED=%i`, { timeout: 300_000 }, async (seed) => {
    const script = drawScript(seed, requests);
    const found = await playScript(script, players);
    if (found.length > 0) expect.fail(await failureText(script, players));
  });
});
