#!/usr/bin/env node
// Takes the arguments of the `code` executable; see launchTests.ts.
import { launchTests } from './launchTests.ts';

process.exit(await launchTests(process.argv.slice(2)));
