import type { PageName } from '../../extension/protocol/pages.ts';
import type { PageModels } from '../store/pageModels.ts';
import { selectedInformer } from '../store/reduce.ts';
import { lookOf } from './item/itemLook.ts';
import type { Page, PageView } from './pageView.ts';
import { insideLookOf } from './server/serverModel.ts';

/** Every page. What it shows is in a file of its own, read when it is needed: the panel is there before its pages are. */
const pages: { readonly [Name in PageName]: Page<Name, PageModels[Name]> } = {
  item: {
    look: lookOf,
    load: async () => (await import('./item/itemPage.ts')).itemPage,
  },
  chain: {
    look: ({ stream }) => (stream.cursor?.seq == null ? null : { seq: stream.cursor.seq }),
    load: async () => (await import('./chain/chainPage.ts')).chainPage,
  },
  queues: {
    look: (_model, { controller, filter, sort, descending, first }) => ({ controller: controller === '' ? null : controller, filter, sort, descending, first }),
    load: async () => (await import('./queues/queuesPage.ts')).queuesPage,
  },
  cache: {
    look: (model, { informer, index, value, open, values, keys, firstValue, firstKey }) => ({
      informer: informer === '' ? selectedInformer(model) : informer,
      index: index === '' ? null : index,
      value: open ? value : null,
      values,
      keys,
      firstValue,
      firstKey,
    }),
    load: async () => (await import('./cache/cachePage.ts')).cachePage,
  },
  server: {
    look: (model, own) => ({ inside: insideLookOf(own, selectedInformer(model)) }),
    load: async () => (await import('./server/serverPage.ts')).serverPage,
  },
  lints: {
    look: () => ({}),
    badge: ({ state }) => (state && state.lints.raised > 0 ? String(state.lints.raised) : ''),
    load: async () => (await import('./lints/lintsPage.ts')).lintsPage,
  },
  recording: {
    look: (_model, { parted }) => ({ parted }),
    load: async () => (await import('./recording/recordingPage.ts')).recordingPage,
  },
  scenario: {
    look: () => ({}),
    load: async () => (await import('./scenario/scenarioPage.ts')).scenarioPage,
  },
  timeline: {
    look: ({ stream }, { folded, end, spanMs, pinned }) => (folded ? null : { end, spanMs, pinned, selected: stream.cursor?.seq ?? null }),
    load: async () => (await import('./timeline/timelinePage.ts')).timelinePage,
  },
};

/** A page without its types: for whoever does the same with each. */
export function anyPage(name: PageName): Page<PageName, unknown> {
  return pages[name] as unknown as Page<PageName, unknown>;
}

export const pageNames = Object.keys(pages) as PageName[];

export type AnyPageView = PageView<PageName, unknown>;
