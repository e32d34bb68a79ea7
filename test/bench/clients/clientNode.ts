import { CoreV1Api, KubeConfig, makeInformer, type V1Pod } from '@kubernetes/client-node';
import { readClientOptions, requestEvents } from './clientOptions.ts';
import { Meter } from './meter.ts';

/** The informer of @kubernetes/client-node, used as its documentation shows it: the list in one piece. */
const options = readClientOptions();
const config = new KubeConfig();
config.loadFromOptions({
  clusters: [{ name: 'bench', server: `http://127.0.0.1:${options.port}`, skipTLSVerify: true }],
  users: [{ name: 'bench' }],
  contexts: [{ name: 'bench', cluster: 'bench', user: 'bench' }],
  currentContext: 'bench',
});
const api = config.makeApiClient(CoreV1Api);
const meter = new Meter();
const listed = Promise.withResolvers<void>();
const all = Promise.withResolvers<void>();
let adds = 0;
const informer = makeInformer<V1Pod>(config, '/api/v1/pods', () => api.listPodForAllNamespaces());
informer.on('add', () => {
  if (++adds === options.pods) listed.resolve();
});
informer.on('update', () => {
  meter.event();
  if (meter.events === options.events) all.resolve();
});
informer.on('error', (error: unknown) => {
  throw error;
});

meter.start();
const started = informer.start();
await listed.promise;
meter.synced();
await started;
await untilWatched();
await all.promise;
console.log(JSON.stringify({ ...meter.end(), objects: informer.list().length }));
process.exit(0);

/** `start` resolves when the watch has been asked for, which is before the server has heard of it. */
async function untilWatched(): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await requestEvents(options.port);
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
