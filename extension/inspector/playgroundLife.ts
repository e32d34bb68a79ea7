import { isDeepStrictEqual } from 'node:util';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Kubeconfig } from '../cluster/kubeconfig.ts';
import type { IntrospectionClient } from './introspection/introspectionClient.ts';
import { fixedAtStart, type PlaygroundSettings } from './playgroundFlags.ts';
import type { PlaygroundProcess, UnexpectedExit } from './playgroundProcess.ts';

export type PlaygroundState = 'stopped' | 'starting' | 'running';

/** A snapshot that it goes on from, or a size. */
export type OtherPlayground = Partial<Pick<PlaygroundSettings, 'load' | 'size'>>;

/** The playground of a window: as what it is started, how far it has come, and the ways to it and into it. Of the sessions themselves it knows nothing. */
export class PlaygroundLife implements Disposable {
  readonly #process: PlaygroundProcess;
  readonly #settings: () => PlaygroundSettings;
  readonly #onChange = new Emitter<void>();
  #state: PlaygroundState = 'stopped';
  #otherwise: OtherPlayground | undefined;

  constructor(process: PlaygroundProcess, settings: () => PlaygroundSettings) {
    this.#process = process;
    this.#settings = settings;
  }

  /** Fires when it comes or goes. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** It has ended by itself. */
  get onLost(): Event<UnexpectedExit> {
    return this.#process.onUnexpectedExit;
  }

  get state(): PlaygroundState {
    return this.#state;
  }

  /** What it is started with. */
  get settings(): PlaygroundSettings {
    const settings = this.#settings();
    return this.#otherwise ? { ...settings, keep: '', ...this.#otherwise } : settings;
  }

  /** What the one that runs holds is there again when it is started the next time. */
  get isKept(): boolean {
    const { keep, load } = this.#process.settings ?? {};
    return Boolean(keep) && !load;
  }

  /** Another start would make another playground of it than the one that runs: a setting has changed that cannot be told to that one. */
  get isOutdated(): boolean {
    const { settings } = this.#process;
    return settings !== undefined && !isDeepStrictEqual(fixedAtStart(settings), fixedAtStart(this.settings));
  }

  /** Path of its kubeconfig; starts it where it does not run. @throws PlaygroundError */
  async kubeconfigPath(): Promise<string> {
    return (await this.#process.start(this.settings)).kubeconfig;
  }

  /** The same, read. @throws PlaygroundError */
  async kubeconfig(): Promise<Kubeconfig> {
    const path = await this.kubeconfigPath();
    const { loadKubeconfig } = await import('../cluster/kubeconfig.ts');
    return loadKubeconfig({ path, env: {}, home: '' });
  }

  /** The way into its inside; undefined while it is not up. */
  introspection(): Promise<IntrospectionClient | undefined> {
    return this.#process.introspection();
  }

  /** The next one is started otherwise than the settings say, until it ends. */
  takeOtherwise(otherwise: OtherPlayground | undefined): void {
    this.#otherwise = otherwise;
  }

  /** How far it has come: said by whoever opens its sessions and closes them. */
  become(state: PlaygroundState): void {
    if (state === 'stopped') this.#otherwise = undefined;
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange.fire();
  }

  /** Asks it to end, and resolves when it has. */
  stop(): Promise<void> {
    return this.#process.stop();
  }

  dispose(): void {
    this.#onChange.dispose();
  }
}
