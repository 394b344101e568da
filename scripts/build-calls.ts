import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstConfiguration } from '../src/server/start/configuration/live-configuration.ts'
import { buildCalls } from './calls/calls.ts'
import { buildCodeWords } from './calls/code-words.ts'

/**
 * `npm run calls`: writes the calls that the console itself makes, as endpoints.yaml of base/ and schemas/, merged, has
 * them; and the names in the code that YAML may refer to, for validate.
 */
const root = join(import.meta.dirname, '..')
const { configuration } = await firstConfiguration(root)
for (const [path, text] of [...(await buildCalls(configuration)), ...(await buildCodeWords())])
  writeFileSync(join(root, path), text)
