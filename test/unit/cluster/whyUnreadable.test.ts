import { expect, it } from 'vitest';
import { english } from '../../../extension/base/saying.ts';
import { whyUnreadable } from '../../../extension/cluster/whyUnreadable.ts';

function said(...asked: Parameters<typeof whyUnreadable>) {
  const { why, whatToDo } = whyUnreadable(...asked);
  return { why: english(why), whatToDo: english(whatToDo) };
}

const missing = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });

it.each(['/home/me/ca.crt', 'C:\\home\\me\\ca.crt', '\\mnt\\c\\ca.crt'])('K11: on Windows %s is said to be a path of WSL', (path) => {
  expect(said(path, missing, 'win32')).toEqual({ why: 'does not exist', whatToDo: 'It looks like a path inside WSL.' });
  expect(said(path, missing, 'linux').whatToDo).toBe('Correct the path in the kubeconfig.');
});

it.each([
  ['ENOTDIR', 'does not exist'],
  ['EACCES', 'may not be read'],
  ['EISDIR', 'is a folder'],
  ['EIO', 'cannot be read (EIO: broken)'],
])('%s: %s', (code, why) => {
  expect(said('C:\\certs\\ca.crt', Object.assign(new Error(`${code}: broken`), { code }), 'win32')).toEqual({ why, whatToDo: 'Correct the path in the kubeconfig.' });
});
