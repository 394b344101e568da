import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SmallDisk } from '../../../tests/server/durability/small-disk.ts'
import { Ground } from '../ground.ts'
import { expect, sleep, until } from '../report.ts'
import { expectOnce, freshKeys, progressOf, some, startBatch, type Fault, type Progress } from './fault.ts'

const G = 'PostgreSQL'
const ROWS = 120

async function acrossTrouble(ground: Ground, trouble: () => Promise<unknown>): Promise<void> {
  const keys = await freshKeys(ground, ROWS)
  const id = await startBatch(ground, `batch ${Date.now()}`, keys)
  await some(ground.person, id, 3)
  await trouble()
  await expectOnce(ground, id, keys)
}

const COLUMNS = ['siteName', 'siteType'].map(name => ({ name }))
async function startExport({ person }: Ground): Promise<string> {
  const { body } = await person.ask<{ id: string }>('POST', '/api-console/exports', {
    body: { call: 'website.list', route: 'dataCenter/website', args: {}, columns: COLUMNS, title: '网站' },
  })
  if (!body.data) throw new Error(`no export: ${body.resultMsg}`)
  return body.data.id
}

async function expectSheet({ person }: Ground, id: string): Promise<void> {
  let end: Progress | undefined
  await until('the export ends', async () => (end = await progressOf(person, id, 'exports'))?.finished === true, 90_000)
  expect(end?.error === undefined, String(end?.error))
  const answer = await fetch(`${person.url}/prod-api/api-console/exports/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(
    answer.status === 200 && bytes.subarray(0, 2).toString() === 'PK',
    `the sheet was answered with ${answer.status}`,
  )
}

async function exportAcross(ground: Ground, signal: NodeJS.Signals): Promise<void> {
  await freshKeys(ground, 50)
  const id = await startExport(ground)
  await ground.restart(signal)
  await expectSheet(ground, id)
}

/**
 * Exports while files cannot be written: each is told to have failed, in words, and the next one is there when there is
 * place again.
 */
async function exportsOn(
  disk: SmallDisk | undefined,
  take: (disk: SmallDisk) => void,
  give: (disk: SmallDisk) => void,
) {
  if (!disk) throw new Error('no disk can be mounted here')
  const ground = await Ground.open(G, { data: join(disk.folder, 'data') })
  try {
    await freshKeys(ground, 50)
    take(disk)
    const id = await startExport(ground)
    await until('it is told', async () => (await progressOf(ground.person, id, 'exports'))?.finished === true, 90_000)
    const end = await progressOf(ground.person, id, 'exports')
    expect(/磁盘空间不足/.test(end?.error ?? ''), `told as: ${end?.error ?? 'nothing'}`)
    give(disk)
    await expectSheet(ground, await startExport(ground))
  } finally {
    await ground.close()
    disk.remove()
  }
}

const childrenOf = (pid: number): number[] => {
  const found = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number)
  return found.flatMap(child => [child, ...childrenOf(child)])
}
const isBrowser = (pid: number): boolean =>
  /chrom/i.test(spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout)

/** A slow web page, so that a fault can occur during its capture. */
async function capturing(
  ground: Ground,
  trouble: (
    capture: () => Promise<string>,
    stateOf: (id: string) => Promise<string>,
    quick: () => void,
  ) => Promise<void>,
): Promise<void> {
  let wait = 8000
  const site = createServer((_request, response) => {
    setTimeout(() => response.setHeader('content-type', 'text/html').end('<title>网店</title><h1>网店</h1>'), wait)
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  const targetUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  await ground.restart('SIGTERM', { CAPTURE_ALLOW: '127.0.0.1' })
  const capture = async (): Promise<string> => {
    const { body } = await ground.person.ask<string>('POST', '/api-im/evidence/capture', {
      body: { targetUrl, title: '一家网店' },
    })
    if (!body.data) throw new Error(`no capture: ${body.resultMsg}`)
    return body.data
  }
  const stateOf = async (id: string): Promise<string> => {
    const { body } = await ground.person.ask<{ captureState: string }>('GET', `/api/evidence/queryOne?id=${id}`)
    return String(body.data?.captureState)
  }
  try {
    await trouble(capture, stateOf, () => {
      wait = 0
    })
  } finally {
    site.closeAllConnections()
    site.close()
    await ground.restart()
  }
}

export const WORK: Fault[] = [
  { name: 'kill -9 in the middle of a batch', run: ground => acrossTrouble(ground, () => ground.restart('SIGKILL')) },
  { name: 'SIGTERM in the middle of a batch', run: ground => acrossTrouble(ground, () => ground.restart('SIGTERM')) },
  {
    name: 'the database is restarted in the middle of a batch',
    on: G,
    run: ground =>
      acrossTrouble(ground, async () => {
        await ground.postgres?.end('SIGINT')
        await sleep(3000)
        await ground.postgres?.start()
      }),
  },
  {
    name: 'the process stands still in the middle of a batch, and another instance goes on',
    on: G,
    run: ground =>
      acrossTrouble(ground, async () => {
        const other = await (await ground.another({ PORT: '0' })).running()
        ground.server.child.kill('SIGSTOP')
        await sleep(35_000)
        ground.server.child.kill('SIGCONT')
        await other.stop()
      }),
  },
  {
    name: 'a batch is cancelled, and the server killed',
    run: async ground => {
      const id = await startBatch(ground, 'cancelled', await freshKeys(ground, ROWS))
      await some(ground.person, id, 1)
      await ground.person.ask('POST', '/api-console/batches/cancel', { body: { id } })
      const then = await progressOf(ground.person, id)
      await ground.restart('SIGKILL')
      await sleep(8000)
      const now = await progressOf(ground.person, id)
      expect(
        then?.cancelled === true && now?.cancelled === true && now.done === then.done,
        `cancelled with ${then?.done} done, ${now?.done} later`,
      )
    },
  },
  { name: 'kill -9 in the middle of an export', run: ground => exportAcross(ground, 'SIGKILL') },
  { name: 'SIGTERM in the middle of an export', run: ground => exportAcross(ground, 'SIGTERM') },
  {
    name: 'an export on a full disk',
    on: G,
    mounts: true,
    run: () =>
      exportsOn(
        SmallDisk.ext4(60),
        disk => disk.fill(),
        disk => disk.free(),
      ),
  },
  {
    name: 'an export on a disk that has no inodes',
    on: G,
    mounts: true,
    run: () =>
      exportsOn(
        SmallDisk.ext4(20),
        disk => disk.takeInodes(),
        disk => disk.giveInodes(),
      ),
  },
  {
    name: 'the browser is killed while it captures',
    run: ground =>
      capturing(ground, async (capture, stateOf, quick) => {
        const id = await capture()
        const browsers = (): number[] => childrenOf(ground.server.child.pid ?? 0).filter(isBrowser)
        await until('a browser is at it', async () => (await stateOf(id)) === '2' && browsers().length > 0)
        for (const pid of browsers()) process.kill(pid, 'SIGKILL')
        await until('the capture has failed', async () => (await stateOf(id)) === '4', 90_000)
        quick()
        const next = await capture()
        await until('the next one is kept', async () => (await stateOf(next)) === '3', 90_000)
      }),
  },
  {
    name: 'kill -9 of the server while it captures',
    run: ground =>
      capturing(ground, async (capture, stateOf, quick) => {
        const id = await capture()
        await until('a browser is at it', async () => (await stateOf(id)) === '2')
        await ground.restart('SIGKILL', { CAPTURE_ALLOW: '127.0.0.1' })
        await until('the capture is told to have failed', async () => (await stateOf(id)) === '4', 90_000)
        quick()
        const next = await capture()
        await until('the next one is kept', async () => (await stateOf(next)) === '3', 90_000)
      }),
  },
]
