import type { ScenarioPageName } from '../../../extension/protocol/pages/scenario.ts';
import type { StringKey, Texts } from '../../strings.ts';

/** As its tab says. */
const titles: { readonly [Name in ScenarioPageName]: StringKey } = {
  item: 'itemPage',
  chain: 'chainPage',
  queues: 'queuesPage',
  cache: 'cachePage',
  server: 'serverPage',
  lints: 'lintsPage',
  recording: 'recordingPage',
  scenario: 'scenarioPage',
};

export function anyPageTitle(name: ScenarioPageName, { t }: Texts): string {
  return t(titles[name]);
}
