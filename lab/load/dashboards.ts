/**
 * A server on a million shops and as many clues, for the questions of dashboards; a process of its own.
 * usage: fork(lab/load/dashboards.ts, [kind, shops, clues])
 */
import type { AddressInfo } from 'node:net'
import type { DashboardPage } from '../../src/core/contract/configuration.ts'
import { embeddedApp } from '../../src/server/http/app.ts'
import { filled } from './filled.ts'

const HOME = 'index/home'
const [kind = 'PostgreSQL', shops = '1000000', clues = '1000000'] = process.argv.slice(2)
const { services, compiled, people, end } = await filled({
  kind,
  shops: Number(shops),
  clues: Number(clues),
  // people of counties begin with their work and have no home page; they are asked as those of cities
  roles: { 6: 4 },
  say: line => console.error(`${kind}: ${line}`),
})
const base = compiled.configuration.scope({})
const { widgets, controls } = base.page(HOME) as DashboardPage
const rolledUp = (statistic: string): boolean => base.statistic(statistic)?.rollup !== undefined
const app = await embeddedApp(services)
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', () => {
  void app
    .close()
    .then(end)
    .finally(() => process.exit(0))
})
process.send?.({
  url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
  people,
  page: HOME,
  widgets: widgets.flatMap(({ name, query }) => (query ? [{ name, rolledUp: rolledUp(query.statistic) }] : [])),
  modes: controls.period ?? [],
})
