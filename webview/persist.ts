import type { Host } from './host.ts';
import { toRemember } from './store/remember.ts';
import type { Store } from './store/store.ts';

const delayMs = 100;

/** Keeps what must survive being hidden, a moment after it changed: VS Code gives no notice before it takes the page away. */
export function keepState(host: Host, store: Store): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let kept = '';
  const keep = (): void => {
    timer = undefined;
    const state = toRemember(store.model);
    const text = JSON.stringify(state);
    if (!state || text === kept) return;
    kept = text;
    host.setState(state);
  };
  store.subscribe(() => {
    timer ??= setTimeout(keep, delayMs);
  });
  window.addEventListener('pagehide', keep);
}
