import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Value of `--import` with which a child process can run TypeScript. */
export const tsxLoader = (): string => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
