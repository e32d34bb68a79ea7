import path from 'node:path';
import { expect, it } from 'vitest';
import { filesIn } from '../support/filesIn.ts';
import { root } from '../tools/project.ts';

/** What may take long and is asked for, or waited for, by a person who wants a way to end it: only a notification has a button for that. */
const cancelled: Readonly<Record<string, string>> = {
  'commands/cacheCommands.ts': 'a cache of any size is listed from its server, and a key may wait for as long as somebody pauses',
  'reportProblem.ts': 'a whole recording is looked through',
  'loginNotices.ts': 'a credential plugin waits for a person, and says what they are to do',
};

/** Where each progress of the extension is shown, by its file. */
const shown = [...filesIn(path.join(root, 'extension/ui'))]
  .filter(([file]) => file.endsWith('.ts'))
  .flatMap(([file, bytes]) => [...bytes.toString().matchAll(/withProgress\(\{ (location: .+?) \}, /g)].map(([, options]) => ({ file, options: options! })));

it('V7: progress shows in a view, or in the status bar where it belongs to none, and in a notification only where it is to be cancelled there', () => {
  expect(shown.length).toBeGreaterThan(10);
  const elsewhere = shown.filter(({ options }) => !/^location: (\{ viewId: views\.\w+ \}?|vscode\.ProgressLocation\.Window\b)/.test(options));
  expect(elsewhere.map(({ file }) => file).toSorted()).toEqual(Object.keys(cancelled).toSorted());
});

it('N4: what shows in a notification can be cancelled', () => {
  const inNotifications = shown.filter(({ options }) => options.includes('ProgressLocation.Notification'));
  expect(inNotifications.filter(({ options }) => !/\bcancellable: true$/.test(options))).toEqual([]);
});
