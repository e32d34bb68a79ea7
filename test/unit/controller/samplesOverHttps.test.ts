import { afterAll, afterEach, beforeAll, it, vi } from 'vitest';
import { hastyClock } from '../../support/hastyClock.ts';
import { PlaygroundProgram } from '../../support/playgroundProgram.ts';
import { sampleStories } from '../../support/sampleStories.ts';
import { SampleWorld } from '../../support/sampleWorld.ts';

// As people run them: the playground in its process, each sample in its own, HTTPS between them, and time as it passes.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let playground: PlaygroundProgram;
let kubeconfig: string;
let world: SampleWorld | undefined;

beforeAll(async () => {
  playground = new PlaygroundProgram(['--churn', 'off', '--controllers', '*,-deployment,deployment-status']);
  ({ kubeconfig } = await playground.ready());
});
afterEach(async () => {
  await world?.close();
  world = undefined;
});
afterAll(() => playground.stop());

it.each(Object.entries(sampleStories))('%s, on the playground', async (name, tell) => {
  // Back-off, and half a minute until the next resync, are long.
  world = await SampleWorld.open(kubeconfig, name === 'lostAndFound' || name === 'flaky' ? hastyClock(10) : undefined);
  await tell(world);
});
