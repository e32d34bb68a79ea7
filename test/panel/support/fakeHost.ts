import { completeFilter } from '../../../extension/inspector/filter/completeFilter.ts';
import type { SavedFilter } from '../../../extension/protocol/filters.ts';
import type { HostMessage, PanelMessage, PanelState, StreamView } from '../../../extension/protocol/messages.ts';
import type { Look } from '../../../extension/inspector/pagePictures.ts';
import type { PageName, PagePicture, PictureOf } from '../../../extension/protocol/pages.ts';
import { validatePanelMessage } from '../../../extension/protocol/validate.ts';
import type { Remembered } from '../../../webview/store/model.ts';
import { FakeStream } from './fakeStream.ts';

/**
 * Stands in for VS Code and the extension, inside the page: hands out the webview API, keeps its state over reloads,
 * answers what the panel asks about the stream, and takes note of everything else. Tests reach it as `window.fakeHost`.
 */
export class FakeHost {
  /** What the panel sent, oldest first. Messages that do not validate are in `refused`. */
  readonly sent: PanelMessage[] = [];
  readonly refused: string[] = [];
  /** Violations of the page's Content-Security-Policy. */
  readonly violations: string[] = [];
  readonly stream = new FakeStream();
  /** Values that are offered, by field, and filters that were saved. */
  readonly values: Record<string, readonly string[]> = { stage: ['reflector', 'queue', 'store'], key: ['web/*', 'web/api-7d4b9c6f8-x2x1'], informer: ['v1/pods'] };
  filters: readonly SavedFilter[] = [];
  /** The picture of each page, posted whenever that page is looked at. */
  readonly pictures: { [Name in PageName]?: PictureOf<Name> } = {};
  #state: PanelState | undefined;
  #view: StreamView | undefined;
  #number = 0;
  readonly #looks = new Map<PageName, Look>();

  readonly api = {
    postMessage: (message: unknown): void => this.#receive(structuredClone(message)),
    getState: (): unknown => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state: unknown): void => sessionStorage.setItem('state', JSON.stringify(state)),
  };

  constructor() {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
      this.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
    });
  }

  /** What the panel has put aside for the time when it is hidden. */
  get kept(): Partial<Remembered> {
    return (this.api.getState() ?? {}) as Partial<Remembered>;
  }

  /** The picture that the panel gets now, and whenever it asks. */
  show(state: PanelState): void {
    this.#state = state;
    this.post({ type: 'panel/state', body: state });
  }

  /** The picture of a page, now and whenever it is looked at. */
  picture<Name extends PageName>(page: Name, picture: PictureOf<Name>): void {
    Object.assign(this.pictures, { [page]: picture });
    this.#sendPicture(page);
  }

  #sendPicture(page: PageName): void {
    const look = this.#looks.get(page);
    const picture = this.pictures[page];
    if (look && picture) this.post({ type: 'page/picture', body: { ...look, picture } as PagePicture });
  }

  /** `count` entries happen. */
  grow(count: number): void {
    this.stream.grow(count);
    this.sendRows();
  }

  sendRows(): void {
    if (this.#view) this.post({ type: 'stream/rows', body: this.stream.rowsOf(this.#view) });
  }

  /** As VS Code delivers a message: later, as a copy. */
  post(message: HostMessage): void {
    window.postMessage({ ...message, number: ++this.#number }, '*');
  }

  sentOf<Type extends PanelMessage['type']>(type: Type): Extract<PanelMessage, { readonly type: Type }>[] {
    return this.sent.filter((message): message is Extract<PanelMessage, { readonly type: Type }> => message.type === type);
  }

  #keep(filters: readonly SavedFilter[]): void {
    this.filters = filters;
    this.post({ type: 'filter/saved', body: { filters } });
  }

  #receive(received: unknown): void {
    const checked = validatePanelMessage(received);
    if (checked.message === undefined) {
      this.refused.push(checked.reason);
      return;
    }
    const { message } = checked;
    this.sent.push(message);
    if (message.type === 'panel/ready' && this.#state) this.show(this.#state);
    if (message.type === 'panel/select' && this.#state) {
      this.stream.selectInformer(message.body.informer);
      this.show({ ...this.#state, selected: message.body.informer });
      this.sendRows();
    }
    if (message.type === 'page/look') {
      const { page, look } = message.body;
      if (look === null) this.#looks.delete(page);
      else this.#looks.set(page, { page, look } as Look);
      this.#sendPicture(page);
    }
    if (message.type === 'stream/view') {
      this.#view = message.body;
      this.sendRows();
    }
    if (message.type === 'filter/complete') this.post({ type: 'filter/completions', body: completeFilter(message.body.text, message.body.caret, (field) => this.values[field] ?? []) });
    if (message.type === 'filter/save') this.#keep([...this.filters.filter(({ name }) => name !== message.body.name), message.body]);
    if (message.type === 'filter/delete') this.#keep(this.filters.filter(({ name }) => name !== message.body.name));
    if (message.type === 'stream/find') this.post({ type: 'stream/found', body: this.stream.find(message.body.seq, message.body.filter) });
  }
}

declare global {
  interface Window {
    fakeHost: FakeHost;
    acquireVsCodeApi?: () => FakeHost['api'];
  }
}

const host = new FakeHost();
window.fakeHost = host;
window.acquireVsCodeApi = () => {
  delete window.acquireVsCodeApi;
  return host.api;
};
