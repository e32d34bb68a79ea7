import { render } from 'lit';
import { announcementOf } from './a11y/announcement.ts';
import { Announcer } from './a11y/announcer.ts';
import { LintAnnouncer } from './a11y/lintAnnouncer.ts';
import { RovingFocus } from './a11y/rovingFocus.ts';
import { Tooltip } from './a11y/tooltip.ts';
import type { PanelActions } from './actions.ts';
import { reportFault } from './faults.ts';
import { checkAnnouncement } from './pages/cache/checkAnnouncement.ts';
import { pollingAnnouncement } from './pages/server/pollingAnnouncement.ts';
import { PanelMeasures } from './panelMeasures.ts';
import { ScrollKeeper } from './scrollKeeper.ts';
import type { PanelModel } from './store/model.ts';
import type { Store } from './store/store.ts';
import { StreamList } from './stream/streamList.ts';
import type { Texts } from './strings.ts';
import { appView } from './views/app.ts';
import type { View } from './views/view.ts';

/**
 * Draws the model, at most once a frame, however many changes arrive between two frames: a burst of events costs
 * the person who is typing nothing.
 */
export class App {
  readonly #root: HTMLElement;
  readonly #store: Store;
  readonly #texts: Texts;
  readonly #list: StreamList;
  readonly #announcer: Announcer;
  readonly #lints = new LintAnnouncer();
  readonly #scroll: ScrollKeeper;
  readonly #tooltip = new Tooltip();
  readonly #measures: PanelMeasures;
  #toolbar: RovingFocus | undefined;
  #stages: RovingFocus | undefined;
  #tabs: RovingFocus | undefined;
  readonly #view: View;
  #scheduled = false;

  /** @param root holds the skeleton until the first picture; `live` is the page's live region */
  constructor(root: HTMLElement, live: HTMLElement, store: Store, texts: Texts, actions: PanelActions) {
    this.#root = root;
    this.#store = store;
    this.#texts = texts;
    this.#view = {
      get model() {
        return store.model;
      },
      texts,
      actions,
    };
    this.#list = new StreamList(store, texts, actions);
    this.#announcer = new Announcer(live);
    this.#scroll = new ScrollKeeper(store);
    this.#measures = new PanelMeasures(root);
  }

  start(): void {
    this.#tooltip.start(this.#root);
    const measure = (): void => this.#store.dispatch({ type: 'width', width: this.#root.clientWidth });
    new ResizeObserver(measure).observe(this.#root);
    measure();
    this.#store.subscribe((model, before) => this.#onChange(model, before));
  }

  #onChange(model: PanelModel, before: PanelModel): void {
    this.#schedule();
    const checked = checkAnnouncement(before.pictures.cache, model.pictures.cache, this.#texts);
    if (checked !== undefined) this.#announcer.say(checked);
    const mistyped = pollingAnnouncement(before.pages.server, model.pages.server, this.#texts);
    if (mistyped !== undefined) this.#announcer.say(mistyped);
    if (!model.state || model.state === before.state) return;
    const announcement = announcementOf(before.state, model.state, this.#texts) ?? this.#lints.announcementOf(before.state, model.state, model.now, this.#texts);
    if (announcement !== undefined) this.#announcer.say(announcement);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    requestAnimationFrame(() => {
      this.#scheduled = false;
      try {
        this.#draw(this.#store.model);
      } catch (error) {
        reportFault(error);
      }
    });
  }

  #draw(model: PanelModel): void {
    if (!model.state) return;
    const entryHadFocus = this.#hasFocus('.entry');
    const pressed = ['#pause', '#continue'].find((button) => this.#hasFocus(button));
    if (this.#root.hasAttribute('aria-busy')) this.#removeSkeleton();
    render(appView(this.#view, this.#list.element), this.#root);
    this.#list.render(model);
    this.#toolbar ??= new RovingFocus(this.#root.querySelector<HTMLElement>('.toolbar')!, '.tool');
    this.#tabs ??= new RovingFocus(this.#root.querySelector<HTMLElement>('.tabs')!, '.tab');
    this.#stages ??= new RovingFocus(this.#root.querySelector<HTMLElement>('.stages')!, 'button.stage', true);
    if (pressed !== undefined && !this.#hasFocus(pressed)) this.#root.querySelector<HTMLElement>(pressed === '#pause' ? '#step' : '#pause')!.focus();
    this.#toolbar.refresh();
    this.#stages.refresh();
    this.#tabs.refresh();
    this.#measures.apply(model);
    this.#scroll.restore(model);
    this.#tooltip.refresh();
    if (entryHadFocus && !this.#hasFocus('.entry')) this.#returnFocus();
  }

  #hasFocus(selector: string): boolean {
    return this.#root.querySelector(selector)?.contains(document.activeElement) ?? false;
  }

  /** What had the focus in the details is gone: they have it themselves then, and when they were closed, the row that they were of. */
  #returnFocus(): void {
    const entry = this.#root.querySelector<HTMLElement>('.entry');
    if (entry) entry.focus();
    else this.#list.focus();
  }

  #removeSkeleton(): void {
    this.#root.replaceChildren();
    this.#root.removeAttribute('aria-busy');
  }
}
