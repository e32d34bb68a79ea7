import * as vscode from 'vscode';
import { Emitter } from '../../base/emitter.ts';
import type { Disposable } from '../../base/disposable.ts';
import { type NamespaceNames, namespaceNames } from '../../inspector/access/namespaceNames.ts';
import type { Session } from '../../inspector/session.ts';
import type { GroupVersionResource } from '../../kube/resource.ts';
import { accessWords } from '../accessWords.ts';
import { withoutIcons } from '../inertText.ts';
import type { Choice } from './choice.ts';
import type { LiveChoices } from './liveChoices.ts';

export interface ScopeChoicesOptions {
  readonly session: Session;
  readonly resource: GroupVersionResource;
  /** The scope that was chosen for it the last time: a namespace, or '' for all of them. */
  readonly last: string | undefined;
  /** Namespaces that were used before, the newest first. */
  readonly remembered: readonly string[];
  /** Also offers to name several of them. */
  readonly canBeSeveral?: boolean;
}

/** What is chosen instead of a namespace by whoever wants several: no namespace can have this name. */
export const severalNamespaces = 'several namespaces';

/** So long nothing is shown, at most. */
const patienceMs = 1000;

/**
 * The scopes that an informer may have: all namespaces, those that were used before and that of the context; all others when the server has
 * told them. Where the server says that it would refuse, the choice says so; it can be made all the same. They are shown once the server has said what it
 * allows, or does not in a moment: which of them is meant does not change under whoever is about to take it.
 */
export class ScopeChoices implements LiveChoices<string>, Disposable {
  readonly #options: ScopeChoicesOptions;
  readonly #own: string;
  readonly #onChange = new Emitter<void>();
  readonly #asking = new AbortController();
  readonly #listener: Disposable;
  readonly #made = new Map<string, Choice<string>>();
  /** What was said of a choice here; more may have been added to it since. */
  readonly #marksOf = new WeakMap<Choice<string>, string>();
  readonly #several: Choice<string> = { label: vscode.l10n.t('Several Namespaces...'), iconPath: new vscode.ThemeIcon('folder-library'), value: severalNamespaces, description: vscode.l10n.t('one informer in each') };
  #listed: NamespaceNames | undefined;
  #open = 2;
  /** Decided when they are first shown. */
  #meant: string | undefined;
  #isReady = false;
  readonly #patience: NodeJS.Timeout;

  constructor(options: ScopeChoicesOptions) {
    this.#options = options;
    const { session } = options;
    this.#own = session.cluster.namespace ?? 'default';
    this.#listener = session.access.onAnswer(() => this.#onChange.fire());
    const signal = AbortSignal.any([this.#asking.signal, session.signal]);
    this.#when(namespaceNames(session.cluster, signal).then((names) => (this.#listed = names)));
    this.#when(this.#askAccess(signal).finally(() => this.#ready()));
    this.#patience = setTimeout(() => this.#ready(), patienceMs);
  }

  readonly onChange = this.#onChange.event;

  /** What is meant at first: what was chosen the last time; where all namespaces are refused, the one that is likely to be allowed. */
  get meant(): string {
    return (this.#meant ??= this.#likeliest());
  }

  current(): readonly Choice<string>[] | undefined {
    return this.#isReady ? this.#choices() : undefined;
  }

  isBusy(): boolean {
    return this.#open > 0;
  }

  error(): undefined {
    return undefined;
  }

  dispose(): void {
    clearTimeout(this.#patience);
    this.#asking.abort();
    this.#listener.dispose();
    this.#onChange.dispose();
  }

  #ready(): void {
    clearTimeout(this.#patience);
    this.#isReady = true;
    this.#onChange.fire();
  }

  #likeliest(): string {
    const { last, remembered } = this.#options;
    if (last) return last;
    if (!this.#isRefused('')) return '';
    const likely = [...remembered, this.#own];
    const allowed = [...likely, ...(this.#listed?.names ?? [])].find((namespace) => this.#isAllowed(namespace));
    return allowed ?? likely.find((namespace) => !this.#isRefused(namespace)) ?? this.#own;
  }

  #choices(): readonly Choice<string>[] {
    const { remembered, session } = this.#options;
    // Where the context names none, the usual one is offered unless it is known that there is none of that name.
    const hasOwn = session.cluster.namespace !== undefined || (this.#listed && (!this.#listed.told || this.#listed.names.includes(this.#own)));
    const known = [...new Set([...remembered, ...(hasOwn ? [this.#own] : [])])];
    const others = (this.#listed?.names ?? []).filter((name) => !known.includes(name));
    return [
      this.#choice(''),
      ...(this.#options.canBeSeveral ? [this.#several] : []),
      ...known.map((namespace) => this.#choice(namespace)),
      ...(others.length > 0 ? [{ label: vscode.l10n.t('other namespaces'), kind: vscode.QuickPickItemKind.Separator }] : []),
      ...others.map((namespace) => this.#choice(namespace)),
    ];
  }

  /** All namespaces first: who may there may everywhere. */
  async #askAccess(signal: AbortSignal): Promise<void> {
    const { session, resource } = this.#options;
    const { list, watch } = await session.access.of(resource, undefined, signal);
    if (list !== 'allowed' || watch !== 'allowed') await session.access.where(resource, undefined, signal);
  }

  #when(asked: Promise<unknown>): void {
    // Neither rejects but at the end of the pick, or of the session.
    asked
      .catch(() => undefined)
      .finally(() => {
        this.#open--;
        this.#onChange.fire();
      });
  }

  /** The same object for as long as it looks the same. */
  #choice(namespace: string): Choice<string> {
    const description = this.#marks(namespace);
    const made = this.#made.get(namespace);
    if (made && this.#marksOf.get(made) === description) return made;
    const choice: Choice<string> = {
      label: namespace === '' ? vscode.l10n.t('All namespaces') : withoutIcons(namespace),
      iconPath: new vscode.ThemeIcon(namespace === '' ? 'globe' : 'folder'),
      value: namespace,
      description,
    };
    this.#made.set(namespace, choice);
    this.#marksOf.set(choice, description);
    return choice;
  }

  #marks(namespace: string): string {
    const { last, remembered } = this.#options;
    const isOwn = namespace !== '' && namespace === this.#options.session.cluster.namespace;
    return [
      accessWords(this.#access(namespace)),
      namespace === last ? vscode.l10n.t('last choice') : remembered.includes(namespace) ? vscode.l10n.t('used before') : '',
      isOwn ? vscode.l10n.t('of the context') : '',
    ]
      .filter(Boolean)
      .join(' · ');
  }

  #isRefused(namespace: string): boolean {
    const { list, watch } = this.#access(namespace);
    return list === 'denied' || watch === 'denied';
  }

  #isAllowed(namespace: string): boolean {
    const { list, watch } = this.#access(namespace);
    return list === 'allowed' && watch === 'allowed';
  }

  #access(namespace: string): ReturnType<Session['access']['known']> {
    const { session, resource } = this.#options;
    return session.access.known(resource, namespace || undefined);
  }
}
