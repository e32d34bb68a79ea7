import type { Inspector } from '../inspector/inspector.ts';

/** What a context of the kubeconfig is called: by itself, its cluster and the host of its server, as the kubeconfig was read last. Whether it looks like production is told by these. */
export function contextNames({ kubeconfig: { state } }: Pick<Inspector, 'kubeconfig'>, context: string): readonly string[] {
  const known = state.kind === 'read' ? state.kubeconfig.contexts.filter(({ name }) => name === context) : [];
  return [context, ...known.flatMap(({ cluster, server }) => (server === undefined ? [cluster] : [cluster, hostOf(server)]))];
}

export function hostOf(server: string): string {
  return URL.canParse(server) ? new URL(server).hostname : server;
}
