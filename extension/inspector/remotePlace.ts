export interface RemoteHost {
  /** As VS Code names the kind of remote, `vscode.env.remoteName`: `wsl`, `ssh-remote`, `dev-container` …; of a server in a browser, its address. */
  readonly remoteName: string | undefined;
  /** Of the machine, or container, in which the extension host runs. */
  readonly hostname: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What VS Code calls these in its own status bar. */
const kinds: Readonly<Record<string, string>> = {
  wsl: 'WSL',
  'ssh-remote': 'SSH',
  'dev-container': 'Dev Container',
  'attached-container': 'Container',
  'k8s-container': 'Container',
  codespaces: 'Codespaces',
  tunnel: 'Tunnel',
};

/**
 * Where the extension host runs, `WSL: Ubuntu`, when that is not the machine at which the person sits: the kubeconfig, the paths in it and the programs that it
 * names are those of that place. Undefined: they are at hand.
 */
export function remotePlace({ remoteName, hostname, env }: RemoteHost): string | undefined {
  if (!remoteName) return undefined;
  const kind = Object.hasOwn(kinds, remoteName) ? kinds[remoteName] : undefined;
  // A distribution of WSL has the name of the Windows machine.
  const name = (remoteName === 'wsl' ? env['WSL_DISTRO_NAME'] : remoteName === 'codespaces' ? env['CODESPACE_NAME'] : undefined) || hostname;
  return kind === undefined ? name : `${kind}: ${name}`;
}
