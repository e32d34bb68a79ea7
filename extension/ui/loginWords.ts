import * as vscode from 'vscode';
import type { RunningPlugin } from '../cluster/credentialActivity.ts';
import { commands } from './contributions.ts';
import { withoutLinks } from './inertText.ts';

/** Lines that a notification has room for, and characters of them; VS Code cuts off a notification at 1,000. */
const shownLines = 3;
const shownText = 400;

/** An address of more characters is shown up to its host: what is opened is asked about by VS Code, in full. */
const longLink = 60;

/** `aws` of `/usr/local/bin/aws` */
export function programOf({ command }: Pick<RunningPlugin, 'command'>): string {
  return command.split(/[\\/]/).at(-1) || command;
}

/** For the row of a source. */
export function waitingWords(waiting: RunningPlugin): string {
  return vscode.l10n.t('waiting for {0}', programOf(waiting));
}

/** What a plugin said last, as one line that can do nothing: links in it are text. */
export function saidWords({ lines }: Pick<RunningPlugin, 'lines'>): string {
  const last = lines.slice(-shownLines).join(' ').replace(/\bhttps?:\/\/\S+/gi, shortLink);
  const text = last.length > shownText ? `…${last.slice(-shownText)}` : last;
  return withoutLinks(text);
}

/** What can be done with it, as links of a notification: such a one has no other buttons than its Cancel. */
export function loginLinks({ prompt }: Pick<RunningPlugin, 'prompt'>): string {
  const links = [
    prompt.link === undefined ? '' : `[${vscode.l10n.t('Open Link')}](command:${commands.openLoginLink})`,
    prompt.code === undefined ? '' : `[${vscode.l10n.t('Copy Code')}](command:${commands.copyLoginCode})`,
  ];
  return links.filter(Boolean).join(' · ');
}

function shortLink(link: string): string {
  if (link.length <= longLink || !URL.canParse(link)) return link;
  return `${new URL(link).origin}/…`;
}
