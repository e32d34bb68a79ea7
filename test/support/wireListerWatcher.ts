import { Readable } from 'node:stream';
import { Buffer } from 'node:buffer';
import { ApiClient } from '../../extension/cluster/apiClient.ts';
import { BodyReader } from '../../extension/cluster/bodyReader.ts';
import { ClusterListerWatcher } from '../../extension/cluster/clusterListerWatcher.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../../extension/cluster/httpClient.ts';
import { RequestThrottle } from '../../extension/cluster/requestThrottle.ts';
import type { ListerWatcher } from '../../extension/informer/listerWatcher.ts';
import type { InformerScope } from '../../extension/informer/sharedInformer.ts';
import type { GroupVersionResource } from '../../extension/kube/resource.ts';
import { adminUser } from '../../extension/playground/access/userInfo.ts';
import type { ApiResponse, BodyStream } from '../../extension/playground/api/apiRequest.ts';
import { silentLogger } from '../../extension/base/logger.ts';
import type { PlaygroundHarness } from './playgroundHarness.ts';

/**
 * Lists and watches on the playground as the product does, decoders and all, in process: the bytes are the server's, and
 * so are the breaks. A network takes time: without any, an initial stream that is cut each time would be asked for without
 * end while the clock stands still.
 */
export function wireListerWatcher({ playground, clock }: PlaygroundHarness, resource: GroupVersionResource, scope: InformerScope, userAgent = 'test'): ListerWatcher {
  const open = new Set<Readable>();
  playground.onConnectionsBroken(() => {
    for (const body of open) body.destroy(new Error('the connection broke'));
  });
  const network = new RequestThrottle({ qps: 10, burst: 20 }, clock, silentLogger);
  const send = async ({ path, accept = '', signal }: HttpRequest): Promise<HttpResponse> => {
    await network.wait(path, signal);
    const [plain = '', query = ''] = path.split('?');
    const gone = new AbortController();
    const onAbort = AbortSignal.any([signal, gone.signal]);
    const answer = playground.handle({ auditId: '', user: adminUser('test'), method: 'GET', path: plain, query: new URLSearchParams(query), accept, contentType: '', userAgent, body: new Uint8Array(), signal: onAbort });
    const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
    const { status, retryAfterSeconds, body } = await Promise.race([answer, aborted]);
    const stream = readableOf(body);
    open.add(stream);
    stream.once('close', () => {
      open.delete(stream);
      gone.abort();
    });
    const reader = new BodyReader(stream, { release: () => void stream.destroy(), clock, server: 'playground' });
    return { status, headers: { 'content-type': 'application/json', ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }) }, body: reader };
  };
  const http: Pick<HttpClient, 'server' | 'send'> = { server: 'playground', send };
  return new ClusterListerWatcher(new ApiClient({ http: http as HttpClient, clock, logger: silentLogger }), resource, scope, (text) => text);
}

function readableOf(body: ApiResponse['body']): Readable {
  if (typeof body === 'string') return Readable.from([Buffer.from(body)], { objectMode: false });
  const stream: BodyStream = body;
  return new Readable({
    read() {
      stream.next().then(
        (part) => this.push(part === undefined ? null : Buffer.from(part)),
        (error: unknown) => this.destroy(error as Error),
      );
    },
    destroy(error, done) {
      stream.close();
      done(error);
    },
  });
}
