import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, silentLogger } from '../../../extension/base/logger.ts';
import { adminUser } from '../../../extension/playground/access/userInfo.ts';
import { HttpsPlayground } from '../../support/httpsPlayground.ts';
import { runKubectl, startControlPlane } from '../apiServer.ts';

/** A server of which a test asks the same as of another. */
export interface ComparedServer {
  readonly name: string;
  /** Path of the file; its current context may everything. */
  readonly kubeconfig: string;
  readonly server: string;
  kubectl(args: readonly string[], input?: string): Promise<string>;
  close(): Promise<void>;
}

/** The real one, on which nobody does anything by himself: no controllers run. */
export async function realServer(): Promise<ComparedServer> {
  // The range of the playground, so that the same addresses can be asked for; and scripts may ask for old versions however long they take.
  const plane = await startControlPlane({ apiServerArguments: ['--service-cluster-ip-range=10.96.0.0/16', '--etcd-compaction-interval=0'] });
  return { name: 'kube-apiserver', kubeconfig: plane.kubeconfig, server: plane.server, kubectl: plane.kubectl, close: () => plane.stop() };
}

/** The playground over HTTPS, where nobody does anything by himself either. What goes wrong inside of it fails the test that closes it. */
export async function playgroundServer(seed: number): Promise<ComparedServer> {
  const complaints: string[] = [];
  const complain = (tag: string, message: string, error?: unknown): void => void complaints.push(`${tag}: ${message} ${String(error ?? '')}`);
  const logger: Logger = { ...silentLogger, warn: complain, error: complain };
  const token = 'playground-token';
  const served = await HttpsPlayground.start({ seed, collectsGarbage: true, tokens: [{ token, user: adminUser('playground') }], logger });
  const folder = await mkdtemp(join(tmpdir(), 'informer-inspector-playground-'));
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, served.kubeconfig([{ name: 'playground', namespace: 'default', token }]), { mode: 0o600 });
  return {
    name: 'playground',
    kubeconfig,
    server: served.url,
    kubectl: (args, input) => runKubectl(kubeconfig, args, input),
    async close() {
      await served.close();
      await rm(folder, { recursive: true });
      if (complaints.length > 0) throw new Error(`The playground complained:\n${complaints.join('\n')}`);
    },
  };
}
