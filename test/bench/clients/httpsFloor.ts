import type { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { createServerCertificate } from '../../../extension/playground/server/certificates.ts';
import { cpuMsOf } from '../../support/cpuMs.ts';
import { PullerProcess } from '../playground/pullerProcess.ts';
import { readClientOptions } from './clientOptions.ts';

/**
 * The least that Node can do for so many small writes over HTTPS: reads each body to its end, and answers with a head and bytes as long as the playground's. Nothing is parsed, kept or
 * reckoned.
 */
const { events } = readClientOptions();
const certificate = createServerCertificate(systemClock.wallTime());
const head = {
  'audit-id': '00000000-0000-4000-8000-000000000000',
  'content-type': 'application/json',
  'cache-control': 'no-cache, private',
  'x-content-type-options': 'nosniff',
  'x-kubernetes-pf-flowschema-uid': '00000000-0000-4000-8000-000000000000',
  'x-kubernetes-pf-prioritylevel-uid': '00000000-0000-4000-8000-000000000000',
};
const body = JSON.stringify({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: {
    name: 'bench-10000',
    namespace: 'default',
    uid: '00000000-0000-4000-8000-000000000000',
    creationTimestamp: '2026-01-01T00:00:00Z',
    managedFields: [{ manager: 'unknown', operation: 'Update', apiVersion: 'v1', time: '2026-01-01T00:00:00Z', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { '.': {}, 'f:key': {} } } }],
    resourceVersion: '10000',
  },
  data: { key: 'value of bench-10000' },
});
const server = createServer({ cert: certificate.cert, key: certificate.key, keepAliveTimeout: 90_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => response.writeHead(201, head).end(body));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const puller = new PullerProcess(`https://127.0.0.1:${(server.address() as AddressInfo).port}`, certificate.ca);
const write = (count: number) => puller.order({ do: 'write', path: '/api/v1/namespaces/default/configmaps', writes: count, connections: 8 });
await write(2_000); // everything compiled that can be
let wallMs = 0;
const cpuMs = await cpuMsOf(async () => {
  wallMs = (await write(events)).ms;
});
console.log(JSON.stringify({ floorPerSecond: (1000 * events) / wallMs, floorPerCpuSecond: (1000 * events) / cpuMs, usPerWrite: (1000 * cpuMs) / events }));
puller.stop();
process.exit();
