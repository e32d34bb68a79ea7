import * as vscode from 'vscode';
import type { Identity } from '../cluster/identity.ts';
import { effectiveGroups } from '../cluster/impersonation.ts';
import { oneLine } from './inertText.ts';
import { field, paragraph } from './tooltipText.ts';

/** What a row has room for. */
const shortest = 60;
/** How many groups, and how many extras, are listed. */
const shown = 20;

/** Who asks, in a few words: `as dev`, `as system:serviceaccount:shop:web`, `anonymous`; empty where nobody is asked. */
export function identityBrief(identity: Identity | undefined): string {
  if (!identity) return '';
  const { user, withheld, impersonated } = identity;
  if (impersonated?.user !== undefined) return vscode.l10n.t('as {0}', oneLine(impersonated.user, shortest));
  if (withheld && user !== '') return vscode.l10n.t('credentials withheld');
  return user === '' ? vscode.l10n.t('anonymous') : vscode.l10n.t('as {0}', oneLine(user, shortest));
}

/** The same, as it is said after what was refused; empty for the user of the kubeconfig, who is `you`. */
export function actsAs({ impersonated }: Pick<Identity, 'impersonated'> = {}): string {
  return impersonated?.user === undefined ? '' : oneLine(impersonated.user);
}

/** All that is known of it, in a tooltip. */
export function identityFields(text: vscode.MarkdownString, identity: Identity | undefined): void {
  if (!identity) return;
  const { user, withheld, impersonated, replaced } = identity;
  field(text, vscode.l10n.t('User'), user === '' ? vscode.l10n.t('anonymous') : user);
  if (impersonated) {
    const { uid, extra } = impersonated;
    field(text, vscode.l10n.t('Acts as'), impersonated.user ?? '–');
    if (uid !== undefined) field(text, 'UID', uid);
    const groups = effectiveGroups(impersonated);
    if (groups.length > 0) field(text, vscode.l10n.t('Groups'), listed(groups));
    for (const [name, values] of Object.entries(extra).slice(0, shown)) field(text, vscode.l10n.t('Extra {0}', name), listed(values));
    const more = Object.keys(extra).length - shown;
    if (more > 0) field(text, vscode.l10n.t('Extras that are not shown'), more.toLocaleString());
  }
  if (withheld && user !== '') paragraph(text, vscode.l10n.t('The credentials of {0} are withheld: over plain http they could be read by anybody on the way. The server sees nobody, or whom a proxy on the way says.', user));
  if (replaced) paragraph(text, vscode.l10n.t('The kubeconfig acts as {0}, in whose place this account was chosen.', replaced.user ?? '–'));
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, shown).map((name) => oneLine(name, shortest)).join(', ');
  return names.length > shown ? vscode.l10n.t('{0} and {1} more', some, names.length - shown) : some;
}
