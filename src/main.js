#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Must come before everything else is loaded: from then on compiled code is kept, and a start takes less time and
// memory. The only file that is not TypeScript: for it alone Node would load its type stripper each time (14 MiB).
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/postbote'));
const { main } = await import('./command-line.ts');
await main(process.argv.slice(2), process.env);
