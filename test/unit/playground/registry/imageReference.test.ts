import { expect, it } from 'vitest';
import { imageTag } from '../../../../extension/playground/registry/imageReference.ts';

const sha = `sha256:${'0123456789abcdef'.repeat(4)}`;

it.each([
  ['nginx', 'latest'],
  ['nginx:1.25', '1.25'],
  ['nginx:latest', 'latest'],
  ['library/nginx', 'latest'],
  ['localhost/nginx', 'latest'],
  ['registry.example.com:5000/a/b', 'latest'],
  ['registry.example.com:5000/a/b:2', '2'],
  [`nginx@${sha}`, undefined],
  [`nginx:latest@${sha}`, 'latest'],
  [' nginx', undefined],
  ['nginx ', undefined],
  ['', undefined],
  ['/nginx', undefined],
  ['Nginx', undefined],
  ['Upper.example.com/nginx', 'latest'],
  ['Upper/nginx', 'latest'],
  ['lower/Nginx', undefined],
  ['[2001:db8::1]:5000/nginx', 'latest'],
  ['[2001:db8::1]/nginx:1', '1'],
  ['a--b__c/d.e', 'latest'],
  ['a___b', undefined],
  ['nginx:', undefined],
  [`nginx:${'a'.repeat(129)}`, undefined],
  ['nginx@sha256:abc', undefined],
  [`nginx@sha512:${'0'.repeat(64)}`, undefined],
  ['0'.repeat(64), undefined],
  ['a'.repeat(300), undefined],
])('%s is pulled by the tag %s', (image, tag) => {
  expect(imageTag(image)).toBe(tag);
});

it('what is long and no name costs no more than its length', () => {
  const started = performance.now();
  expect(imageTag(`${'a-'.repeat(50_000)}!`)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(1000);
});
