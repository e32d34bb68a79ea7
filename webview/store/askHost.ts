import type { StreamView } from '../../extension/protocol/messages.ts';
import type { Host } from '../host.ts';
import type { PanelModel } from './model.ts';
import type { Subscriber } from './store.ts';
import { sameView, wantedView } from './streamSelectors.ts';

/**
 * Asks the host for what the model lacks: which informer, which part of the stream, where an entry is. Nothing is
 * asked before the first picture has come, nor for a list that has no height yet.
 */
export function askHost(host: Host): Subscriber {
  let asked: StreamView | null = null;
  let searched: PanelModel['stream']['search'] = null;
  return (model, before) => {
    const { state, stream, askedInformer } = model;
    if (!state) return;
    // The rows that were there are of another session, informer or filter: even the same view means others now.
    const startedOver = stream.answer === null && before.stream.answer !== null;
    if (startedOver || state.session.id !== before.state?.session.id) asked = null;
    if (askedInformer !== undefined && askedInformer !== before.askedInformer) {
      host.post({ type: 'panel/select', body: { informer: askedInformer } });
    }
    const view = wantedView(stream);
    if (stream.height > 0 && !sameView(asked, view)) {
      asked = view;
      host.post({ type: 'stream/view', body: view });
    }
    // Only once the list is there is it known where in it the entry belongs.
    if (stream.search && stream.answer && stream.search !== searched) {
      searched = stream.search;
      host.post({ type: 'stream/find', body: { seq: stream.search.seq, filter: stream.search.filter } });
    }
  };
}
