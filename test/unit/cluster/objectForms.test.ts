import { describe, expect, it } from 'vitest';
import { JsonWalker } from '../../../extension/cluster/jsonWalker.ts';
import { ObjectForms } from '../../../extension/cluster/objectForms.ts';
import { readLayout } from '../../../extension/cluster/objectLayout.ts';
import { TextMatch } from '../../../extension/cluster/textForm.ts';
import { podItem } from '../../bench/pods.ts';

const match = new TextMatch();

/** As their reader does; whether the form was known. */
function meet(forms: ObjectForms, text: string): boolean {
  const bytes = Buffer.from(text);
  if (forms.find(bytes, 0, match)) return true;
  const walker = new JsonWalker();
  walker.begin(bytes);
  const form = forms.learn(bytes, readLayout(walker, bytes)!);
  if (form) expect(form.matches(bytes, 0, match)).toBe(true);
  return false;
}

describe('the forms of objects', () => {
  it.each(['shared', 'distinct'] as const)('are few, and soon known: pods that are %s', (set) => {
    const forms = new ObjectForms();
    const known = Array.from({ length: 200 }, (_, index) => meet(forms, podItem(index, index, set)));
    expect(known.filter((isKnown) => !isKnown).length).toBeLessThan(10);
  });

  it('are remembered, several of them, in whichever order their objects come', () => {
    const forms = new ObjectForms();
    const object = (shape: number, name: string): string => `{"metadata":{"name":"${name}","padding":"${'.'.repeat(60)}"},"spec":${'['.repeat(shape)}${']'.repeat(shape)}}`;
    for (const shape of [1, 2, 3, 1, 2, 3, 1, 2, 3]) meet(forms, object(shape, `${shape}-${Math.trunc(shape * 7)}`));
    for (const shape of [1, 2, 3]) meet(forms, object(shape, 'x'));
    for (const shape of [3, 1, 2, 2, 3, 1]) expect(meet(forms, object(shape, 'new'))).toBe(true);
  });

  it('are looked for now and then only, where hardly any object is like another', () => {
    const forms = new ObjectForms();
    const odd = (index: number): string => `{"metadata":{"f${index}":1},"spec":{}}`;
    const learned = Array.from({ length: 400 }, (_, index) => {
      const bytes = Buffer.from(odd(index));
      const walker = new JsonWalker();
      walker.begin(bytes);
      return forms.learn(bytes, readLayout(walker, bytes)!) !== undefined;
    });
    expect(learned.slice(0, 60).every(Boolean)).toBe(true);
    expect(learned.slice(100).filter(Boolean).length).toBeLessThan(30);
  });

  it('are not those of what is longer than objects that are alike', () => {
    const forms = new ObjectForms();
    const long = (fill: string): string => `{"metadata":{"name":"a"},"data":{"a":"${fill.repeat(100_000)}"}}`;
    expect(meet(forms, long('x'))).toBe(false);
    expect(meet(forms, long('x'))).toBe(false);
  });
});
