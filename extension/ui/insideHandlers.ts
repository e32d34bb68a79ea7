import * as vscode from 'vscode';
import type { Inspector } from '../inspector/inspector.ts';
import type { IntrospectionClient } from '../inspector/introspection/introspectionClient.ts';
import { pollerLimits } from '../introspection/traffic.ts';
import { worldLimits } from '../introspection/world.ts';
import type { InsideMessages } from '../protocol/inside.ts';
import { type CommandName, commands } from './contributions.ts';
import { restartPlaygroundAs } from './commands/restartPlaygroundAs.ts';
import { insideOf } from './insideOf.ts';
import type { Notifier } from './notifier.ts';
import type { PanelHandlers } from './panelHandlers.ts';

/** What a panel asks to have changed in the playground: what asks for more is the command of the same name. */
export function insideHandlers(inspector: Inspector, notifier: Notifier): PanelHandlers<InsideMessages> {
  const attempt = async (does: () => Promise<unknown>): Promise<void> => {
    try {
      await does();
    } catch (error) {
      await notifier.error(error, vscode.l10n.t('Playground'));
    }
  };
  const change = (how: (inside: IntrospectionClient) => Promise<unknown>): Promise<void> => attempt(async () => how(await insideOf(inspector)));
  return {
    'inside/compact': run('compactStorage'),
    'inside/setCommitLatency': run('setCommitLatency'),
    'inside/saveSnapshot': run('savePlaygroundSnapshot'),
    'inside/startFromSnapshot': run('startPlaygroundFromSnapshot'),
    'inside/restartAsTown': () => attempt(() => restartPlaygroundAs(inspector, 'town')),
    'inside/setRequestLimits': run('setRequestLimits'),
    'inside/setAuditPolicy': run('setAuditPolicy'),
    'inside/speed': (_session, { speed }) => change((inside) => inside.setWorldSpeed(within(speed, 0, worldLimits.speed))),
    'inside/churn': (_session, { churn }) => change((inside) => inside.setChurn(churn)),
    'inside/connectController': (_session, { name, connected }) => change((inside) => inside.connectController(name, connected)),
    'inside/startPollers': (_session, { resource, pollers, periodMs, consistent }) =>
      change((inside) =>
        inside.startPollers({
          resource,
          pollers: within(pollers, 1, pollerLimits.pollers),
          periodMs: within(periodMs, pollerLimits.leastPeriodMs, pollerLimits.mostPeriodMs),
          consistent,
          forMs: pollerLimits.mostMs,
        }),
      ),
    'inside/endPollers': () => change((inside) => inside.endPollers()),
  };
}

function run(name: CommandName): () => Promise<void> {
  return async () => {
    await vscode.commands.executeCommand(commands[name]);
  };
}

function within(number: number, least: number, most: number): number {
  return Math.min(Math.max(number, least), most);
}
