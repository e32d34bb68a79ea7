import { actionText } from './actionText.ts';
import { conditionText } from './condition.ts';
import type { Scenario } from './scenario.ts';
import type { Words } from './words.ts';

/** The script as a person reads it, from the same data that is played. */
export function scriptText({ title, chapter, rules = [], teaches, namespace, steps }: Scenario, language: keyof Words): string {
  const t = (en: string, zh: string): string => (language === 'zh' ? zh : en);
  const origin = [chapter === undefined ? '' : t(`Chapter ${chapter} of the article`, `文章第 ${chapter} 章`), rules.length > 0 ? t(`rules ${rules.join(', ')}`, `规则 ${rules.join(', ')}`) : ''].filter(Boolean);
  const lines = [`# ${title[language]}`, ...(origin.length > 0 ? ['', origin.join(' · ')] : []), '', ...wrapped(teaches[language])];
  for (const [index, step] of steps.entries()) {
    lines.push('', `## ${index + 1}. ${step.title[language]}`, '', ...wrapped(step.text[language]));
    const first = index === 0 && namespace !== undefined ? [`kubectl create namespace ${namespace}`] : [];
    lines.push(...section('', [...first, ...(step.do ?? []).map(actionText)], '  $ '));
    lines.push(...section(t('Wait for', '等待'), (step.until ?? []).map(conditionText), '  - '));
    lines.push(...section(t('Seen then', '此时看到'), (step.checks ?? []).map(({ says }) => says[language]), '  - '));
  }
  return `${lines.join('\n')}\n`;
}

function section(title: string, items: readonly string[], bullet: string): readonly string[] {
  return items.length === 0 ? [] : ['', ...(title === '' ? [] : [`${title}:`]), ...items.map((item) => `${bullet}${item}`)];
}

/** Characters of a line, unless a word is longer. */
const width = 100;

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
