import { html, nothing, svg, type TemplateResult } from 'lit';
import { icon } from '../components/icon.ts';
import { formatDuration } from '../format.ts';
import type { BoxSize } from '../pipeline/drawing.ts';
import { ratesNow, sparkHeight, sparkPath, sparkWidth } from '../pipeline/sparkline.ts';
import { articleOf } from '../components/articleNote.ts';
import { asksForMenu, type MenuEntry } from '../components/contextMenu.ts';
import { type StageCard, saidOfCard } from './stages.ts';
import type { View } from './view.ts';

/** Pixels below which a handler’s box has room for its name alone. */
const narrow = 240;

export interface BoxLook {
  readonly size: BoxSize;
  readonly width: number;
  /** Says whose it is: the box that tells it does not stand beside it. */
  readonly named: boolean;
}

/** One stage. Of the same size whatever happens, so that nothing around it moves; what is cut off is in its tooltip. What is drawn is said by its name, as a whole. */
export function stageBoxView(card: StageCard, { size, width, named }: BoxLook, elapsed: number, { texts, actions }: View): TemplateResult {
  const { id, title, shortTitle, value, facts, failing, absent, held, activity } = card;
  const { t } = texts;
  const classes = ['stage', `stage-${size}`, held.length > 0 ? 'stage-held' : '', failing ? 'stage-failing' : '', absent ? 'stage-absent' : ''].filter(Boolean).join(' ');
  const age = activity && activity.lastMs !== null ? formatDuration(activity.lastMs + elapsed) : '';
  const [first] = held;
  const drawn = (id === 'handler' ? size === 'line' || width < narrow : !named) ? shortTitle : title;
  const notes = articleOf(id, texts).length;
  const menuOf = (owner: HTMLElement): readonly MenuEntry[] => [
    { label: t('stageDetails', { stage: title }), icon: 'list-tree', run: () => actions.openStage(card) },
    { label: t('onlyThis', { filter: card.filter }), icon: 'filter', run: () => actions.addFilter(card.filter) },
    { label: t('allButThis', { filter: `-${card.filter}` }), icon: 'filter', run: () => actions.addFilter(`-${card.filter}`) },
    ...(notes > 0 ? [{ label: texts.n('articleNotes', notes), icon: 'book' as const, run: () => actions.showNotes(id, title, owner) }] : []),
  ];
  const showMenu = (event: MouseEvent | KeyboardEvent): void => {
    const owner = event.currentTarget as HTMLElement;
    actions.showMenu(event, owner, title, menuOf(owner));
  };
  // The mark is part of the button, as its menu is: for the keyboard the same stands in the menu.
  const onClick = (event: MouseEvent): void => {
    const onMark = event.target instanceof Element && event.target.closest('.stage-article') !== null;
    if (onMark) actions.showNotes(id, title, event.currentTarget as HTMLElement);
    else actions.openStage(card);
  };
  return html`<button
    type="button"
    class=${classes}
    data-stage=${id}
    data-name=${card.name}
    data-tips
    aria-label=${saidOfCard(card, { title: drawn, ageFirst: size === 'half' }, elapsed, texts)}
    aria-current=${held.length > 0 ? 'step' : nothing}
    @click=${onClick}
    @contextmenu=${showMenu}
    @keydown=${(event: KeyboardEvent) => asksForMenu(event) && showMenu(event)}
  >
    <span class="stage-head" aria-hidden="true">
      <span class="swatch swatch-${id}"></span>
      <span class="stage-title" data-cut>${drawn}</span>
      ${first ? html`<span class="stage-mark">${icon('debug-pause')}<span class="visually-hidden" data-cut>${t('heldBefore', { point: first.point })} ${first.key}</span></span>` : nothing}
      ${failing ? html`<span class="stage-mark">${icon('error')}</span>` : nothing}
      ${size === 'line' ? nothing : sparkView(card, elapsed)}
      ${notes > 0 ? html`<span class="stage-article" data-tip=${texts.n('articleNotes', notes)}>${icon('book')}</span>` : nothing}
    </span>
    <span class="stage-row" aria-hidden="true"><span class="stage-value" data-cut>${value}</span>${size === 'half' ? html` <span class="stage-age">${age}</span>` : nothing}</span>
    ${
      size === 'full'
        ? html`<span class="stage-row" aria-hidden="true"><span class="stage-facts" data-cut>${facts.join(' · ')}</span> <span class="stage-age">${age}</span></span>`
        : html`<span class="visually-hidden" aria-hidden="true" data-cut>${facts.join(' · ')}</span>`
    }
    ${age === '' || size === 'full' ? nothing : html`<span class="visually-hidden" aria-hidden="true" data-cut>${t('lastAgo', { duration: age })}</span>`}
  </button>`;
}

/** Stands for the lanes that are folded. */
export function moreBoxView(more: number, { texts, actions }: View): TemplateResult {
  return html`<button type="button" class="stage stage-line stage-more" id="more-lanes" aria-expanded="false" @click=${() => actions.openLanes(true)}>
    <span class="stage-head">${icon('chevron-down')}<span class="stage-title">${texts.n('moreLanes', more)}</span></span>
  </button>`;
}

function sparkView({ activity }: StageCard, elapsed: number): TemplateResult | typeof nothing {
  const path = activity ? sparkPath(ratesNow(activity, elapsed)) : '';
  return html`<svg class="spark" width=${sparkWidth} height=${sparkHeight} viewBox="0 0 ${sparkWidth} ${sparkHeight}" preserveAspectRatio="none">${svg`<path d=${path} />`}</svg>`;
}
