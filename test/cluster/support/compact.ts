import type { ControlPlane } from '../apiServer.ts';

/** Has etcd forget every version but the newest, as it does in time, by its gateway for HTTP. */
export async function compact({ etcd }: Pick<ControlPlane, 'etcd'>): Promise<void> {
  const { header } = (await post(`${etcd}/v3/kv/range`, { key: Buffer.from('/').toString('base64') })) as { readonly header: { readonly revision: string } };
  await post(`${etcd}/v3/kv/compaction`, { revision: header.revision, physical: true });
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`etcd answered ${answer.status} to ${url}: ${text}`);
  return JSON.parse(text);
}
