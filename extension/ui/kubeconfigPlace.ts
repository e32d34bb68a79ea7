import { homedir } from 'node:os';
import type { KubeconfigPlace } from '../cluster/kubeconfig.ts';
import type { SettingsReader } from './settings.ts';

/** Where the kubeconfig is looked for now. */
export function kubeconfigPlace(settings: SettingsReader): KubeconfigPlace {
  const path = settings.kubeconfigPath();
  return { ...(path !== undefined && { path }), env: process.env, home: homedir() };
}
