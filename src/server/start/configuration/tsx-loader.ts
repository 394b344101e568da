import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** What lets a process of its own run TypeScript: `--import` this. */
export const tsxLoader = (): string => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
