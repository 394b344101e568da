import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HeavyProcesses } from '../../../../src/server/start/heavy/heavy-processes.ts'
import type { HeavyLimits } from '../../../../src/server/start/heavy/messages.ts'
import type { ImportOrder } from '../../../../src/server/sheets/works.ts'
import { archiveOf } from '../../../../src/server/sheets/reading/unzip.ts'
import { BOMBS, GOOD, HEADING, holdingMoreThanItClaims, manyTexts } from './bombs.ts'

const ORDER: ImportOrder = { columns: [{ heading: HEADING, others: [], isRequired: true }], ignored: [] }
/** As large as a file may be. */
const LONG = Buffer.from(`${HEADING}\r\n${'a\r\n'.repeat(6_500_000)}`)
const PIECE = 64 * 1024

async function* piecesOf(file: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += PIECE) yield file.subarray(at, at + PIECE)
}

async function read(heavy: HeavyProcesses, file: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const piece of heavy.run('sheet.import', ORDER, { input: file, signal })) all.push(piece)
  return all
}
const READ = [{ total: 1, placed: [{ column: 0, letters: 'A' }] }, [{ row: 2, cells: ['甲'] }]]

/** Processes for heavy work that this one has started. */
const processes = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter(pid => {
      try {
        const [, parent = ''] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('heavy-process')
      } catch {
        return false
      }
    })

describe('heavy work', () => {
  const told: string[] = []
  const tell = (error: unknown): void => void told.push(String(error))
  const heavy = new HeavyProcesses(tell, { atOnce: 2 })
  const opened = [heavy]
  const limited = (limits: Partial<HeavyLimits>): HeavyProcesses => {
    const one = new HeavyProcesses(tell, { limits: { memory: 768, seconds: 120, ...limits } })
    opened.push(one)
    return one
  }

  beforeAll(async () => {
    expect(await read(heavy, piecesOf(GOOD))).toEqual(READ)
  })
  afterAll(() => Promise.all(opened.map(one => one.close())))

  it.each(Object.entries(BOMBS))('refuses %s in words', async (_, [file, words]) => {
    await expect(read(heavy, piecesOf(file()))).rejects.toMatchObject({
      status: expect.any(Number) as number,
      message: expect.stringContaining(words) as string,
    })
  })

  it('unpacks no more than it may, whatever an archive claims', async () => {
    const bytes = archiveOf(holdingMoreThanItClaims(301)).open('x')
    const all = async (): Promise<number> => {
      let size = 0
      for await (const chunk of bytes ?? []) size += chunk.length
      return size
    }
    await expect(all()).rejects.toThrow('文件解压后超过 300 MB')
  })

  it('says of a file that ends its process by its memory or its time what helps, and goes on in another', async () => {
    told.length = 0
    for (const [limits, file, words] of [
      [{ memory: 220 }, LONG, '读取文件需要的内存超过 220 MB'],
      [{ seconds: 0.2 }, manyTexts(1_000_000), '读取文件超过 0.2 秒'],
    ] as const) {
      const strict = limited(limits)
      await expect(read(strict, piecesOf(file))).rejects.toMatchObject({
        status: 413,
        message: expect.stringContaining(words) as string,
      })
      expect(await read(strict, piecesOf(GOOD))).toEqual(READ)
    }
    expect(told).toEqual([expect.stringContaining('memory'), expect.stringContaining('time')])
  })

  it('says that a process has ended that was killed in the middle of a file', async () => {
    const own = limited({})
    const before = new Set(processes())
    const killing = async function* (): AsyncGenerator<Uint8Array> {
      yield GOOD.subarray(0, 10)
      for (const pid of processes().filter(one => !before.has(one))) process.kill(pid, 'SIGKILL')
      yield GOOD.subarray(10)
    }
    await expect(read(own, killing())).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining('读取文件的进程意外结束') as string,
    })
    expect(await read(own, piecesOf(GOOD))).toEqual(READ)
  })

  it('ends when it is given up, and lets those go on who waited for their turn', async () => {
    const alone = new HeavyProcesses(tell, { atOnce: 1 })
    opened.push(alone)
    const stop = new AbortController()
    const givenUp = async function* (): AsyncGenerator<Uint8Array> {
      yield GOOD.subarray(0, 10)
      stop.abort(new Error('no more'))
      yield GOOD.subarray(10)
    }
    const first = read(alone, givenUp(), stop.signal)
    const second = read(alone, piecesOf(GOOD))
    await expect(first).rejects.toThrow('no more')
    expect(await second).toEqual(READ)
    await expect(read(alone, piecesOf(GOOD), stop.signal)).rejects.toThrow('no more')
    const atOnce = new AbortController()
    const third = read(alone, piecesOf(GOOD), atOnce.signal)
    atOnce.abort(new Error('not even begun'))
    await expect(third).rejects.toThrow('not even begun')
    expect(await read(alone, piecesOf(GOOD))).toEqual(READ)
  })

  it('passes a fault of the input on as it is', async () => {
    const broken = (async function* (): AsyncGenerator<Uint8Array> {
      yield GOOD.subarray(0, 10)
      throw new Error('the disk is gone')
    })()
    await expect(read(heavy, broken)).rejects.toThrow('the disk is gone')
  })

  it('does not know the secrets of its server', async () => {
    process.env['WANGJIAN_TEST_SECRET'] = 'not to be passed on'
    const own = limited({})
    const before = new Set(processes())
    const looking = async function* (): AsyncGenerator<Uint8Array> {
      const [pid = 0] = processes().filter(one => !before.has(one))
      const known = readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .map(one => one.split('=')[0])
      expect(known).toContain('PATH')
      expect(known).not.toContain('WANGJIAN_TEST_SECRET')
      yield GOOD
    }
    expect(await read(own, looking()).finally(() => delete process.env['WANGJIAN_TEST_SECRET'])).toEqual(READ)
  })
})
