/**
 * `npm run partition -- <entity> …`: puts the tables of entities into a part for each province. Stop the servers first.
 * What is divided already stays as it is.
 */
import { fileURLToPath } from 'node:url'
import { PRODUCTS } from '../src/products.ts'
import { partition } from '../src/server/start/partition.ts'
import { readSettings } from '../src/server/start/settings/environment.ts'
import { endWith } from './end.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

await endWith(async () => {
  const log = { info: console.log, error: console.error }
  const done = await partition(readSettings(process.env, root), root, process.argv.slice(2), PRODUCTS, log)
  for (const [name, rows] of done) console.log(`${name}：已按省分区，共 ${rows} 行 / divided by province, ${rows} rows`)
  if (done.size === 0) console.log('都已分区 / all of them are divided already')
})
