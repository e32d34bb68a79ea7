import type { ControlPlane } from './apiServer.ts';

/**
 * Why this API server cannot be asked about objects of custom resources; undefined when it can. Releases up to 1.22 iterate over maps in a way
 * that Go 1.18 took away: built with that or later, they crash on the first such object.
 */
export async function customResourceCrash({ kubectl }: ControlPlane): Promise<string | undefined> {
  const { major, minor, goVersion } = JSON.parse(await kubectl(['get', '--raw', '/version'])) as { major: string; minor: string; goVersion: string };
  const go = Number(/^go1\.(\d+)/.exec(goVersion)?.[1] ?? 0);
  const crashes = major === '1' && Number.parseInt(minor, 10) <= 22 && go >= 18;
  return crashes ? `kube-apiserver ${major}.${minor} built with ${goVersion} crashes on objects of custom resources` : undefined;
}
