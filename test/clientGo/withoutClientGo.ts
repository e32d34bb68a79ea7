import { it } from 'vitest';
import { findClientGo } from './findClientGo.ts';

const found = findClientGo();

it.skip('missing' in found ? found.missing : 'client-go is there.');
