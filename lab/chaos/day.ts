import { Ground, type Kind } from './ground.ts'
import type { Person } from './person.ts'
import { inOneLine, until, type Line } from './report.ts'

/** Requests of one office in a day: two hundred people, six hundred requests each. */
export const DAY = 200 * 600
const AT_ONCE = 16
const LOOKS = 10
/** Allowed ratio of the final heap to the heap after warming up; more counts as a leak. */
const FLAT = 1.15

interface Memory {
  heapUsed: number
  rss: number
  external: number
}
const mb = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

async function memoryOf({ server }: Ground): Promise<Memory> {
  const told = (): string[] => server.output.match(/chaos memory \{.*\}/g) ?? []
  const before = told().length
  server.child.kill('SIGUSR2')
  await until('the server tells its memory', () => told().length > before)
  return JSON.parse((told().at(-1) ?? '').slice('chaos memory '.length)) as Memory
}

/** One request in the mix of a working day: mostly lists, some records and counts, one save in ten. */
async function work(ground: Ground, person: Person, number: number): Promise<boolean> {
  const kind = number % 20
  if (kind < 2) return (await ground.ledger.save(person))?.status === 200
  if (kind === 2)
    return (
      (
        await person.ask('POST', '/api-console/drafts', {
          body: { form: 'dataCenter/websiteForm', record: '', values: { siteName: `写到一半 ${number}` } },
        })
      ).status === 200
    )
  if (kind === 3) return (await person.ask('GET', '/api-auth/oauth/userinfo')).status === 200
  if (kind === 4)
    return await fetch(`${person.url}/config/boot`, { headers: { authorization: `Bearer ${person.token}` } }).then(
      async answer => {
        await answer.text()
        return answer.ok
      },
    )
  if (kind === 5)
    return (
      (await person.ask('POST', '/api-console/selections', { body: { call: 'website.list', args: {} } })).status === 200
    )
  if (kind === 6) return (await person.upload(`${number}.txt`, new Blob([`证据 ${number}`]))).status === 200
  const pages = ['/api-im/website/websiteList', '/api-im/eshop/eshopList', '/api-user/users', '/api-console/operLog']
  return (
    (await person.list(pages[number % 2] ?? '', { pageNo: 1 + (number % 7), pageRowNo: 20, siteName: undefined }))
      .status === 200
  )
}

/** Sends a day's requests as fast as possible and measures the memory at intervals. */
export async function day(kind: Kind, requests: number): Promise<Line[]> {
  const ground = await Ground.open(kind, { fsync: false })
  const { person } = ground
  const looks: Memory[] = []
  let failed = 0
  let asked = 0
  const began = Date.now()
  try {
    for (let look = 0; look <= LOOKS; look++) {
      const upTo = Math.round((requests * look) / LOOKS)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (asked < upTo) if (!(await work(ground, person, asked++).catch(() => false))) failed++
        }),
      )
      looks.push(await memoryOf(ground))
      console.log(
        `  ${kind}: ${asked} requests, heap ${mb(looks.at(-1)?.heapUsed ?? 0)}, rss ${mb(looks.at(-1)?.rss ?? 0)}, ${failed} failed`,
      )
    }
    const losses = await ground.losses()
    // the first tenth warms up the server's caches
    const [early, late] = [looks.slice(1, 4), looks.slice(-3)].map(some =>
      Math.min(...some.map(({ heapUsed }) => heapUsed)),
    ) as [number, number]
    const isFlat = late <= early * FLAT
    const came = `${asked} requests in ${Math.round((Date.now() - began) / 1000)} s, ${failed} failed, ${losses.lost} lost; heap ${looks.map(({ heapUsed }) => mb(heapUsed)).join(' → ')}; rss ${mb(looks[1]?.rss ?? 0)} → ${mb(looks.at(-1)?.rss ?? 0)}: ${isFlat ? 'flat' : 'it grows'}`
    return [{ what: `a day of requests, ${kind}`, came, isWell: isFlat && failed === 0 && losses.lost === 0 }]
  } catch (error) {
    return [{ what: `a day of requests, ${kind}`, came: inOneLine(error), isWell: false }]
  } finally {
    await ground.close()
  }
}
