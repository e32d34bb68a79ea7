import { it } from 'vitest';

it.skip('there is no kubectl on the PATH or in KUBEBUILDER_ASSETS: install it to try the playground with it.');
