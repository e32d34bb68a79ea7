import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { actionText } from '../../../../extension/inspector/scenarios/actionText.ts';
import type { Seen } from '../../../../extension/inspector/scenarios/condition.ts';
import { scenarios } from '../../../../extension/inspector/scenarios/scenarios.ts';
import { scriptText } from '../../../../extension/inspector/scenarios/scriptText.ts';
import { parseFilter } from '../../../../extension/inspector/filter/parseFilter.ts';
import { readRules } from '../../../conformance/rules.ts';
import { root } from '../../../tools/project.ts';

const known = readRules(readFileSync(path.join(root, 'test', 'conformance', 'contract.md'), 'utf8'));

/** Every filter that a scenario waits for, looks at, or asks in its checks and figures. */
function filtersOf({ steps }: (typeof scenarios)[number]): string[] {
  const asked: string[] = [];
  const seen: Seen = {
    entries: (filter) => {
      asked.push(filter);
      return [];
    },
    measured: () => ({}),
  };
  for (const { until = [], checks = [], look = [], figures } of steps) {
    for (const condition of until) {
      if ('entries' in condition) asked.push(condition.entries);
      if ('told' in condition) condition.told(seen);
    }
    for (const { holds } of checks) holds(seen);
    for (const each of look) asked.push(...('filter' in each ? [each.filter] : 'entry' in each ? [each.entry] : []));
    figures?.(seen);
  }
  return asked;
}

describe('the scenarios', () => {
  it('are one for each chapter of the article, and the rules that people trip over', () => {
    expect(scenarios.flatMap(({ chapter }) => chapter ?? [])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].filter((chapter) => scenarios.some((each) => each.chapter === chapter)));
    expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length);
    const namespaces = scenarios.flatMap(({ namespace }) => namespace ?? []);
    expect(new Set(namespaces).size).toBe(namespaces.length);
  });

  it.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s asks for nothing that a filter of the stream cannot say', (_, scenario) => {
    const filters = filtersOf(scenario);
    expect(filters.flatMap((filter) => parseFilter(filter).faults.map((fault) => `${filter}: ${fault.code} ${fault.what}`))).toEqual([]);
  });

  it.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s can be read in both languages, as plain text', (_, scenario) => {
    const { title, teaches, steps } = scenario;
    const texts = [title, teaches, ...steps.flatMap((step) => [step.title, step.text, ...(step.checks ?? []).map(({ says }) => says)])];
    for (const { en, zh } of texts) {
      expect(en).not.toMatch(/[`*_<>]|\[[^\]]*\]\(/);
      expect(zh).not.toMatch(/[`*<>]|\[[^\]]*\]\(/);
      expect(en.length).toBeGreaterThan(0);
      expect(zh.length).toBeGreaterThan(0);
    }
    // Names of things alone, as titles have them, are the same in both.
    const sentences = texts.filter(({ en }) => en.endsWith('.'));
    expect(sentences.length).toBeGreaterThan(0);
    for (const { zh } of sentences) expect(zh).toMatch(/\p{Script=Han}/u);
    for (const { text } of steps) expect(text.en.split(/[.:] /).length).toBeLessThanOrEqual(6);
  });

  it.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s names rules that there are', (_, { rules = [] }) => {
    expect(rules.filter((rule) => !known.some(({ id }) => id === rule))).toEqual([]);
  });

  it('have a script that has each step, what is done as a line, and what must be seen', () => {
    for (const scenario of scenarios) {
      for (const language of ['en', 'zh'] as const) {
        const script = scriptText(scenario, language);
        for (const step of scenario.steps) {
          expect(script).toContain(step.title[language]);
          for (const action of step.do ?? []) expect(script).toContain(actionText(action));
          for (const { says } of step.checks ?? []) expect(script).toContain(says[language]);
        }
      }
    }
  });
});

describe('what is done, in words', () => {
  it.each([
    [{ do: 'setImage', namespace: 'default', deployment: 'web', container: 'nginx', image: 'nginx:1.26' }, 'kubectl set image deployment/web -n default nginx=nginx:1.26'],
    [{ do: 'delete', resource: 'v1/configmaps', namespace: 'a', name: 'b' }, 'kubectl delete configmap/b -n a'],
    [{ do: 'patch', resource: 'v1/configmaps', namespace: 'a', name: 'b', body: { data: { n: '{n}' } }, times: 50 }, `kubectl patch configmap/b -n a --type=merge -p '{"data":{"n":"{n}"}}'  # 50 times`],
    [{ do: 'startInformer', resource: 'v1/configmaps', namespace: 'a', queue: 'RealFIFO' }, 'start informer v1/configmaps@a (client-go 1.32, RealFIFO)'],
    [{ do: 'hold', point: 'queue.pop', owner: 'v1/pods', key: 'd/*' }, 'hold at queue.pop what is of d/* in v1/pods'],
  ] as const)('%j', (action, text) => {
    expect(actionText(action)).toBe(text);
  });
});
