#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Must come before everything else is loaded: later starts then take less time and memory.
enableCompileCache();
const { main } = await import('./command-line.ts');
await main(process.argv.slice(2), process.env);
