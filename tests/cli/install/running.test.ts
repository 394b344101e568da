import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alone } from '../../../src/cli/install/alone.ts'
import { ownerOf } from '../../../src/cli/install/as-owner.ts'
import {
  beganAt,
  noteServer,
  runningServer,
  troubleOnceUp,
  type RunningServer,
} from '../../../src/cli/install/running.ts'
import { forget, temporary } from '../../folders.ts'

let home: string
beforeAll(() => {
  home = temporary('running-')
})
afterAll(() => forget(home))

const SERVER: RunningServer = {
  pid: process.pid,
  began: beganAt(process.pid),
  url: 'http://127.0.0.1:1',
  version: '1.0.0',
  folder: '/opt/wangjian/wangjian-1.0.0',
  since: '',
  database: 'embedded',
  isService: false,
}

describe('the server of a data folder', () => {
  it('is known by its note, in a folder that is made for it', () => {
    const dataDir = join(home, 'new/data')
    expect(runningServer(dataDir)).toBeUndefined()
    noteServer(dataDir, SERVER)
    expect(runningServer(dataDir)).toEqual(SERVER)
  })

  it('is not a process that was given its number later, nor one that has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    noteServer(home, { ...SERVER, pid: child.pid ?? 0, began: beganAt(child.pid ?? 0) })
    expect(runningServer(home)?.pid).toBe(child.pid)
    noteServer(home, { ...SERVER, pid: child.pid ?? 0, began: '1' })
    expect(runningServer(home)).toBe(existsSync('/proc') ? undefined : expect.anything())
    noteServer(home, { ...SERVER, pid: child.pid ?? 0, began: beganAt(child.pid ?? 0) })
    child.kill()
    await expect.poll(() => runningServer(home)).toBeUndefined()
  })

  it('serves without its note where none can be written', () => {
    writeFileSync(join(home, 'file'), '')
    expect(() => noteServer(join(home, 'file/data'), SERVER)).not.toThrow()
  })
})

describe('a server that has just started', () => {
  const answering = async (bad: number, asked: (url: string) => Promise<void>): Promise<number> => {
    let times = 0
    const server = createServer((_request, reply) => {
      reply.statusCode = ++times > bad ? 200 : 503
      reply.end('busy')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    await asked(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.close()
    return times
  }

  it('may be busy at first, and is well once it answers', async () => {
    const times = await answering(3, async url => expect(await troubleOnceUp(url, () => false, 1)).toBeUndefined())
    expect(times).toBe(4)
  })

  it('is not asked for ever, nor once it has ended', async () => {
    const times = await answering(1000, async url => expect(await troubleOnceUp(url, () => false, 1)).toBe('503 busy'))
    expect(times).toBeLessThan(100)
    expect(await answering(1000, async url => expect(await troubleOnceUp(url, () => true, 1)).toBe('503 busy'))).toBe(1)
  })
})

describe('an upgrade', () => {
  it('is the only one of its home, and the next one may come when it has ended, well or not', async () => {
    let end = (): void => {}
    const first = alone(home, () => new Promise<void>(resolve => (end = resolve)))
    await expect.poll(() => alone(home, async () => 'came in').catch(String)).toContain('另一个升级')
    end()
    await first
    await expect(alone(home, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await alone(home, async () => 'came in')).toBe('came in')
  })

  it.runIf(process.getuid?.() === 0)('by root works as whoever the data belongs to', () => {
    const dataDir = temporary('owned-')
    expect(ownerOf(dataDir)).toEqual({})
    chownSync(dataDir, 65534, 65534)
    expect(ownerOf(dataDir)).toEqual({ uid: 65534, gid: 65534 })
    expect(ownerOf(join(dataDir, 'none'))).toEqual({})
  })
})
