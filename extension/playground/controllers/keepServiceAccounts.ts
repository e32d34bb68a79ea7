import { defaultAccount } from '../access/defaults/bootstrapAccess.ts';
import { namespaces } from '../registry/resources/namespaces.ts';
import { serviceAccounts } from '../registry/resources/serviceAccounts.ts';
import { type ControllerPorts, onEveryChange } from './controllerPorts.ts';

/** Gives every namespace the account that its pods are unless they say otherwise, and gives it back when somebody takes it away (kubernetes `pkg/controller/serviceaccount`). */
export function keepServiceAccounts(ports: ControllerPorts): void {
  const spaces = ports.informer(namespaces);
  const accounts = ports.informer(serviceAccounts);
  const queue = ports.queue((name) => {
    const namespace = spaces.indexer.get(name);
    if (!namespace || namespace.metadata.deletionTimestamp || accounts.indexer.get(`${name}/${defaultAccount}`)) return;
    // One that somebody else has made meanwhile is as good.
    if (!ports.client.find(serviceAccounts, name, defaultAccount)) ports.client.create(serviceAccounts, name, { metadata: { name: defaultAccount, namespace: name } });
  });
  spaces.addEventHandler(onEveryChange(({ metadata }) => queue.add(metadata.name!)));
  accounts.addEventHandler(
    onEveryChange(({ metadata }, gone) => {
      if (gone && metadata.name === defaultAccount) queue.add(metadata.namespace!);
    }),
  );
}
