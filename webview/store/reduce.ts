import type { PanelState } from '../../extension/protocol/messages.ts';
import type { Action } from './action.ts';
import { type PanelModel, type Remembered, rowHeight, type StreamModel } from './model.ts';
import { flowsBetween } from '../pipeline/flows.ts';
import { reducePages } from './pageModels.ts';
import { reduceStream, startOver } from './reduceStream.ts';
import { toggled } from './toggled.ts';

/** How long after the last picture the lines of the pipeline come to rest, in milliseconds. */
const restMs = 900;

/** The panel after `action`. Pure: time comes with the actions. */
export function reduce(model: PanelModel, action: Action): PanelModel {
  switch (action.type) {
    case 'state':
      return receiveState(model, action.state, action.now);
    case 'tick':
      // In the past time stands still.
      return model.state && model.state.time.at !== null ? model : rested({ ...model, now: action.now });
    case 'width':
      return action.width === model.pipeline.width ? model : { ...model, pipeline: { ...model.pipeline, width: action.width } };
    case 'lanes':
      return { ...model, pipeline: { ...model.pipeline, lanesOpen: action.open } };
    case 'informer':
      if (action.informer === selectedInformer(model)) return model;
      return { ...model, askedInformer: action.informer, stream: startOver(model.stream) };
    case 'fold':
      return { ...model, folded: toggled(model.folded, action.pane) };
    case 'layout':
      return { ...model, layout: { ...model.layout, ...action.change } };
    case 'tab':
      return action.tab === model.tab ? model : { ...model, tab: action.tab };
    case 'loaded':
      return { ...model, loaded: [...model.loaded, action.page] };
    case 'picture':
      return { ...model, pictures: { ...model.pictures, [action.picture.page]: action.picture.picture } };
    case 'savedFilters':
      return { ...model, savedFilters: action.filters };
    case 'page': {
      const pages = reducePages(model.pages, action);
      return pages === model.pages ? model : { ...model, pages };
    }
    case 'scrolled':
      return { ...model, scrolled: { ...model.scrolled, [action.part]: action.top } };
    case 'open':
    case 'goTo':
    case 'close':
      return withChosen({ ...model, stream: reduceStream(model.stream, action) }, action.type);
    default: {
      const stream = reduceStream(model.stream, action);
      return stream === model.stream ? model : { ...model, stream };
    }
  }
}

/**
 * Who opens an entry wants to see all of it, and no key that was asked for by its name before. The chain is of the chosen entry, too; who follows a link of any page stays on it.
 */
function withChosen(model: PanelModel, what: 'open' | 'goTo' | 'close'): PanelModel {
  const pages = reducePages(model.pages, { page: 'item', action: { type: 'show', informer: '', key: '' } });
  return { ...model, pages, tab: what === 'open' && model.tab !== 'chain' ? 'item' : model.tab };
}

/** What is selected as far as the person is concerned: what they asked for, even if the host has not confirmed it yet. */
export function selectedInformer({ askedInformer, state }: PanelModel): string | null {
  return askedInformer === undefined ? (state?.selected ?? null) : askedInformer;
}

function receiveState(model: PanelModel, state: PanelState, now: number): PanelModel {
  const pipeline = { ...model.pipeline, flows: flowsBetween(model.state, state) };
  const received: PanelModel = { ...model, state, receivedAt: now, now, pipeline };
  // While there is no session, what was remembered may still be of use to the next one.
  if (model.remembered && state.session.id !== '') return restored(received, model.remembered, state);
  if (model.state === null) return received;
  if (model.state.session.id !== state.session.id) {
    return { ...received, askedInformer: undefined, pictures: {}, stream: startOver({ ...model.stream, cursor: null }) };
  }
  // Another time has other rows.
  if (model.state.time.at !== state.time.at) return { ...received, stream: startOver(model.stream) };
  if (model.askedInformer !== undefined) {
    return isSettled(model.askedInformer, state) ? { ...received, askedInformer: undefined } : received;
  }
  return model.state.selected === state.selected ? received : { ...received, stream: startOver(model.stream) };
}

/** Nothing passes where no picture has come for a while. */
function rested(model: PanelModel): PanelModel {
  if (model.pipeline.flows.length === 0 || model.now - model.receivedAt < restMs) return model;
  return { ...model, pipeline: { ...model.pipeline, flows: [] } };
}

/** Filter and panes outlive a session; a place in its stream does not. */
function restored(model: PanelModel, remembered: Remembered, state: PanelState): PanelModel {
  const { informer } = remembered;
  const asked = informer === state.selected || isGone(informer, state) ? undefined : informer;
  const back: PanelModel = { ...model, remembered: null, askedInformer: asked };
  if (remembered.session !== state.session.id) return back;
  return { ...back, stream: placed(model.stream, remembered), scrolled: remembered.scrolled };
}

function placed(stream: StreamModel, { place, cursor, detail }: Remembered): StreamModel {
  const found: StreamModel =
    cursor === null
      ? stream
      : { ...stream, cursor: { index: null, seq: cursor, row: null }, detail, search: { seq: cursor, filter: stream.filter, reveal: false } };
  if (!place) return found;
  return { ...found, follow: false, newest: place.newest, top: (place.newest - 1 - place.topIndex) * rowHeight + place.offset };
}

function isSettled(asked: string | null, state: PanelState): boolean {
  return asked === state.selected || isGone(asked, state);
}

function isGone(informer: string | null, state: PanelState): boolean {
  return informer !== null && !state.informers.includes(informer);
}
