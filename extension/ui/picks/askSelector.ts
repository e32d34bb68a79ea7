import * as vscode from 'vscode';
import { longestSelector } from '../../inspector/informerSet/informerEntry.ts';
import { parseFieldSelector } from '../../kube/fieldSelector.ts';
import { parseLabelSelector, SelectorError } from '../../kube/labelSelector.ts';
import { selectorWords } from '../selectorWords.ts';
import { type InputTextOptions, inputText } from './inputText.ts';
import type { back } from './quickPick.ts';

/** Asks for a selector, which is looked at while it is typed; empty: all objects. Which fields can be selected by, the server alone knows. Undefined: dismissed. */
export function askSelector(by: 'label' | 'field', place: Pick<InputTextOptions, 'title' | 'value' | 'step'>): Promise<string | typeof back | undefined> {
  const [parse, prompt, placeholder] =
    by === 'label'
      ? ([parseLabelSelector, vscode.l10n.t('Which objects, by their labels? Empty: all of them.'), 'app=web,tier in (front,back),!canary'] as const)
      : ([parseFieldSelector, vscode.l10n.t('Which objects, by their fields? Empty: all of them. What can be selected by depends on the resource; every one has metadata.name and metadata.namespace.'), 'metadata.name=web,status.phase!=Running'] as const);
  return inputText({
    ...place,
    prompt,
    placeholder,
    validate: (text) => {
      if (text.length > longestSelector) return vscode.l10n.t('A selector may have {0} characters at most.', longestSelector);
      try {
        parse(text.trim());
        return undefined;
      } catch (error) {
        if (!SelectorError.is(error)) throw error;
        return vscode.l10n.t('{0}. Write it as in {1}.', selectorWords(error.data), placeholder);
      }
    },
  }).then((text) => (typeof text === 'string' ? text.trim() : text));
}
