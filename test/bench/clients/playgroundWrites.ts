import { adminUser } from '../../../extension/playground/access/userInfo.ts';
import { cpuMsOf } from '../../support/cpuMs.ts';
import { ServedPlayground } from '../playground/servedPlayground.ts';
import { readClientOptions } from './clientOptions.ts';

/** So many small objects created over HTTPS, one after the other on each of eight connections; and the same without sockets. */
const { events } = readClientOptions();
const path = '/api/v1/namespaces/default/configmaps';
const served = await ServedPlayground.start({});
const write = (count: number) => served.order({ do: 'write', path, writes: count, connections: 8 });
await write(2_000); // everything compiled that can be
let wallMs = 0;
const cpuMs = await cpuMsOf(async () => {
  wallMs = (await write(events)).ms;
});
const { signal } = new AbortController();
const bodyOf = (name: string): Uint8Array => new TextEncoder().encode(JSON.stringify({ metadata: { name }, data: { key: `value of ${name}` } }));
const inProcess = async () => {
  for (let count = 0; count < events; count++) {
    const { status } = await served.playground.handle({ auditId: '', user: adminUser('bench'), method: 'POST', path, query: new URLSearchParams(), accept: '', contentType: 'application/json', userAgent: '', body: bodyOf(`handled-${count}`), signal });
    if (status !== 201) throw new Error(`the playground answered ${status}`);
  }
};
const handledMs = await cpuMsOf(inProcess);
console.log(JSON.stringify({ writesPerSecond: (1000 * events) / wallMs, writesPerCpuSecond: (1000 * events) / cpuMs, handledPerCpuSecond: (1000 * events) / handledMs, usPerWrite: (1000 * cpuMs) / events }));
await served.stop();
process.exit();
