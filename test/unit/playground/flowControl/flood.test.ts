import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../extension/base/logger.ts';
import { seededRandom } from '../../../../extension/base/random.ts';
import { sleep } from '../../../../extension/base/clock.ts';
import { systemClock } from '../../../../extension/base/systemClock.ts';
import { TokenAuthenticator } from '../../../../extension/playground/access/tokenAuthenticator.ts';
import { adminUser, userInfo } from '../../../../extension/playground/access/userInfo.ts';
import { authentication } from '../../../../extension/playground/api/filters/authentication.ts';
import { BodyReading } from '../../../../extension/playground/api/filters/bodyReading.ts';
import { chain, type Next } from '../../../../extension/playground/api/filters/filter.ts';
import { createPlayground } from '../../../../extension/playground/createPlayground.ts';
import { FlowControl } from '../../../../extension/playground/flowControl/flowControl.ts';
import { FlowControlFilter } from '../../../../extension/playground/flowControl/flowControlFilter.ts';
import { createServerCertificate } from '../../../../extension/playground/server/certificates.ts';
import { HttpsServer } from '../../../../extension/playground/server/httpsServer.ts';
import { HttpsClient } from '../../../support/httpsClient.ts';
import { fileSeed } from '../../../support/seed.ts';

const seed = fileSeed();
const certificate = createServerCertificate(Date.now());
const configMaps = '/api/v1/namespaces/default/configmaps';
const controllerUser = userInfo('system:serviceaccount:default:web', ['system:serviceaccounts', 'system:serviceaccounts:default']);

/** A playground on sockets, where everybody may do everything and flow control alone stands before it. */
class Served {
  #uids = 0;
  readonly control = new FlowControl({ limits: { reading: 8, mutating: 4 }, clock: systemClock, uid: () => `uid-${++this.#uids}`, objectsOf: () => 10 });
  readonly playground = createPlayground({ size: 'small', seed, churn: 'off', controllers: [], commitLatencyMs: 5, clock: systemClock, logger: silentLogger });
  readonly server: HttpsServer;
  readonly clients: HttpsClient[] = [];
  url = '';

  constructor() {
    const tokens = [{ token: 'ci', user: userInfo('ci') }, { token: 'controller', user: controllerUser }];
    const handler: Next = ({ request }) => this.playground.handle({ ...request, signal: request.signal, user: adminUser('x') });
    const all = chain([new FlowControlFilter(this.control), new BodyReading()], handler);
    const serve = authentication(new TokenAuthenticator(tokens), all, () => Promise.reject(new Error('nobody')));
    this.server = new HttpsServer({ certificate, serve: async (request) => serve(request), logger: silentLogger });
  }

  async open(): Promise<this> {
    this.url = await this.server.listen(0);
    opened.push(this);
    return this;
  }

  client(token: string, connections?: number): HttpsClient {
    const client = new HttpsClient(this.url, certificate.ca, token, connections);
    this.clients.push(client);
    return client;
  }

  level(name: string) {
    return this.control.view(0).levels.find((level) => level.name === name)!;
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await sleep(systemClock, 5, new AbortController().signal);
  }

  async close(): Promise<void> {
    this.control.close();
    await this.playground.close();
    for (const client of this.clients) client.close();
    await this.server.close();
  }
}

const opened: Served[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((served) => served.close()));
});

// A condition ends each of them; the limit is for a machine on which much else goes on.
describe('a server on sockets', { timeout: 180_000 }, () => {
  it('sends a flood of CI away with 429, and serves a controller meanwhile', async () => {
    const served = await new Served().open();
    const flood = served.client('ci', 400);
    const random = seededRandom(seed);
    const answers = { created: 0, refused: 0, other: 0 };
    let refusal: Awaited<ReturnType<HttpsClient['ask']>> | undefined;
    const flooding = new AbortController();
    const worker = async (id: number): Promise<void> => {
      for (let count = 0; !flooding.signal.aborted; count++) {
        const answer = await flood.ask('POST', configMaps, { metadata: { name: `ci-${id}-${count}-${Math.floor(random() * 1e6)}` } }).catch(() => undefined);
        if (answer?.status === 429) refusal = answer;
        answers[answer?.status === 201 ? 'created' : answer?.status === 429 ? 'refused' : 'other']++;
      }
    };
    const workers = Array.from({ length: 400 }, (_, id) => worker(id));
    await served.until(() => answers.refused > 20);
    const before = { ...answers };
    const controller = served.client('controller');
    const statuses: number[] = [];
    for (let round = 0; round < 30; round++) {
      statuses.push((await controller.ask('GET', `${configMaps}?limit=20`)).status);
      statuses.push((await controller.ask('POST', configMaps, { metadata: { name: `web-${round}` } })).status);
    }
    await served.until(() => answers.refused > before.refused + 100 && answers.created > before.created);
    flooding.abort();
    await Promise.all(workers);
    expect(statuses).toEqual(Array.from({ length: 30 }, () => [200, 201]).flat());
    expect(answers.other).toBe(0);
    expect(JSON.parse(refusal!.text)).toMatchObject({ kind: 'Status', reason: 'TooManyRequests', code: 429 });
    expect(refusal!.headers['retry-after']).toBe('1');
    const schemas = served.control.view(0).schemas;
    const uidOf = (name: string): string => schemas.find((schema) => schema.name === name)!.uid;
    expect(refusal!.headers['x-kubernetes-pf-flowschema-uid']).toBe(uidOf('global-default'));
    const calm = await controller.ask('GET', '/api/v1/namespaces/nothing-here/pods/none');
    expect([calm.status, calm.headers['x-kubernetes-pf-flowschema-uid']]).toEqual([404, uidOf('service-accounts')]);
    expect(served.level('global-default').rejected).toBe(answers.refused);
    expect(served.level('workload-low').rejected).toBe(0);
  });

  it('holds a seat for as long as a slow client takes its answer, and for a watch only until it begins', async () => {
    const served = await new Served().open();
    for (let index = 0; index < 40; index++) await served.client('controller').ask('POST', configMaps, { metadata: { name: `large-${index}` }, data: { text: 'x'.repeat(500_000) } });
    await served.until(() => served.level('workload-low').seatsInUse === 0);
    const slow = await served.client('ci').open(configMaps);
    const watch = await served.client('ci').open(`${configMaps}?watch=true&resourceVersion=${served.playground.storage.revision}`);
    expect([slow.statusCode, watch.statusCode]).toEqual([200, 200]);
    // The watch has begun, and the list has not been read.
    expect(served.level('global-default').seatsInUse).toBe(1);
    slow.resume();
    await served.until(() => served.level('global-default').seatsInUse === 0);
    watch.destroy();
  });

  it('gives the seat back of a client that goes, and the place in the queue', async () => {
    const served = await new Served().open();
    served.playground.storage.commitLatencyMs = 600_000;
    const clients = Array.from({ length: 40 }, () => served.client('ci'));
    const asked = clients.map((client, index) => client.ask('POST', configMaps, { metadata: { name: `never-${index}` } }).catch(() => undefined));
    await served.until(() => served.level('global-default').waiting > 10);
    for (const client of clients) client.close();
    await Promise.all(asked);
    await served.until(() => served.level('global-default').waiting === 0 && served.level('global-default').seatsInUse === 0);
    expect(served.control.view(0)).toMatchObject({ reading: 0, mutating: 0 });
  });
});
