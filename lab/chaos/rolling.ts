import { startNginx } from '../../tests/server/durability/nginx.ts'
import type { ServerProcess } from '../../tests/server/support/process.ts'
import { freePort } from '../../tests/server/support/postgres.ts'
import { Ground } from './ground.ts'
import { Person } from './person.ts'
import { inOneLine, type Line } from './report.ts'

const PEOPLE = 8

/** Restarts three instances behind nginx one after the other, while users work through the proxy. */
export async function rolling(stops: number): Promise<Line[]> {
  const ports = await Promise.all([freePort(), freePort()])
  const first = await freePort()
  const env = { TRUST_PROXY: '1', DRAIN_ANNOUNCE: '2' }
  const ground = await Ground.open('PostgreSQL', { env: { ...env, PORT: String(first) } })
  const servers: ServerProcess[] = [ground.server]
  try {
    for (const port of ports) servers.push(await (await ground.another({ PORT: String(port) })).running())
    const proxy = await startNginx(servers.map(({ url }) => url))
    const { ledger, person } = ground
    const people = Array.from({ length: PEOPLE }, () => Object.assign(new Person(proxy.url), { token: person.token }))
    const failed: string[] = []
    let answered = 0
    let isStopped = false
    const readers = people.slice(0, 4).map(async one => {
      while (!isStopped) {
        const reply = await one
          .list('/api-im/website/websiteList')
          .catch((error: unknown) => ({ status: 0, body: { resultMsg: String(error) } }))
        if (reply.status === 200) answered++
        else failed.push(`${reply.status} ${String(reply.body.resultMsg)}`)
      }
    })
    const writing = ledger.writers(people.slice(4))
    await ledger.more(20)
    for (let n = 0; n < stops; n++) {
      const at = n % servers.length
      const port = new URL(servers[at]?.url ?? '').port
      await servers[at]?.stop('SIGTERM')
      await ledger.more(5)
      servers[at] = await (await ground.another({ PORT: port })).running()
      if (at === 0) ground.server = servers[0] as ServerProcess
    }
    await ledger.more(10)
    isStopped = true
    await Promise.all([...readers, writing.stop()])
    const refused = ledger.refused.length + ledger.unanswered
    ground.person.url = servers[0]?.url ?? ''
    await Promise.all(servers.slice(1).map(server => server.stop()))
    await proxy.stop()
    const losses = await ground.losses()
    const isWell = failed.length + refused === 0 && Object.values(losses).every(count => count === 0)
    const why = [...new Set([...failed, ...ledger.refused.map(({ status, body }) => `${status} ${body.resultMsg}`)])]
      .slice(0, 3)
      .join('; ')
    return [
      {
        what: `three instances, ${stops} stops in order`,
        came: `${answered + ledger.acknowledged.size} requests answered, ${failed.length + refused} failed${why ? ` (${why})` : ''}, ${losses.lost} lost, ${losses.twice} twice`,
        isWell,
      },
    ]
  } catch (error) {
    return [{ what: 'three instances', came: inOneLine(error), isWell: false }]
  } finally {
    await Promise.all(servers.map(server => server.stop('SIGKILL')))
    await ground.close()
  }
}
