import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { FileOutput, StreamOutput } from '../../../../src/server/start/log/output.ts'
import { noSmallDisk, SmallDisk } from '../../durability/small-disk.ts'
import { temporary } from '../../../folders.ts'

const clean: (() => unknown)[] = []
afterEach(() => {
  for (const step of clean.splice(0).reverse()) step()
})

/** Both ends of a connection whose reader stands still. */
async function stalled(): Promise<[writer: Socket, reader: Socket]> {
  const server = createServer().listen(join(temporary(), 's'))
  const reader = new Promise<Socket>(resolve => server.once('connection', resolve))
  const writer = connect(server.address() as string)
  const other = await reader
  clean.push(() => {
    writer.destroy()
    other.destroy()
    server.close()
  })
  return [writer, other.pause()]
}

async function textOf(reader: Socket, until: string): Promise<string> {
  let text = ''
  reader.on('data', (data: Buffer) => {
    text += data.toString()
  })
  reader.resume()
  await expect.poll(() => text).toContain(until)
  return text
}

describe('a log whose reader stands still', () => {
  it('keeps what fits, drops the rest and counts it, and goes on when somebody reads again', async () => {
    const [writer, reader] = await stalled()
    const output = new StreamOutput(writer, 100_000)
    const line = (n: number): string => `${n} ${'x'.repeat(1000)}\n`
    const count = 5000
    for (let n = 0; n < count; n++) output.write(line(n))
    expect(writer.writableLength).toBeLessThanOrEqual(100_000)
    const read = textOf(reader, 'afterwards')
    await expect.poll(() => writer.writableLength).toBe(0)
    output.write('afterwards\n')
    const lines = (await read).trimEnd().split('\n')
    const told = lines.filter(one => /^\d+ 行日志被丢弃/.test(one)).map(one => Number.parseInt(one, 10))
    const kept = lines.filter(one => one.endsWith('x')).length
    expect(told).toHaveLength(1)
    expect(kept + (told[0] ?? 0)).toBe(count)
    expect(lines.at(-1)).toBe('afterwards')
  })

  it('ends after a moment although nobody reads, and at once when all is read', async () => {
    const [writer, reader] = await stalled()
    const output = new StreamOutput(writer, 10_000_000)
    output.write(`${'x'.repeat(5_000_000)}\n`)
    await output.flushed(10)
    expect(writer.writableLength).toBeGreaterThan(0)
    reader.resume()
    await output.flushed(600_000)
    expect(writer.writableLength).toBe(0)
  })

  it('is no fault where the reader is gone', async () => {
    const [writer, reader] = await stalled()
    const output = new StreamOutput(writer)
    reader.destroy()
    const write = (): boolean => {
      output.write('nobody hears this\n')
      return writer.destroyed
    }
    await expect.poll(write).toBe(true)
    output.write('nor this\n')
    await output.flushed(600_000)
  })
})

describe.skipIf(noSmallDisk !== undefined)('a log on a disk', () => {
  it('that is full drops lines and counts them, and begins a new one when there is place again', () => {
    const disk = SmallDisk.mounted(1) as SmallDisk
    clean.push(() => disk.remove())
    const path = join(disk.folder, 'log')
    const file = openSync(path, 'a')
    clean.push(() => closeSync(file))
    const output = new FileOutput(file)
    output.write('first\n')
    disk.fill()
    // what is left of the file's own page takes the beginning of a line
    for (let n = 0; n < 10; n++) output.write(`${'x'.repeat(1000)}\n`)
    disk.free()
    output.write('last\n')
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    expect(lines[0]).toBe('first')
    const dropped = lines.flatMap(line => /^(\d+) 行日志被丢弃/.exec(line)?.[1] ?? []).map(Number)
    expect(lines.filter(line => line === 'x'.repeat(1000)).length + (dropped[0] ?? 0)).toBe(10)
    expect(dropped).toHaveLength(1)
    expect(lines.at(-1)).toBe('last')
  })

  it('or on a device that takes nothing is no fault', () => {
    const device = openSync('/dev/full', constants.O_WRONLY)
    clean.push(() => closeSync(device))
    expect(() => new FileOutput(device).write('line\n')).not.toThrow()
  })
})

const SCRIPT = `
import { ProcessLog } from ${JSON.stringify(join(process.cwd(), 'src/server/start/log/server-log.ts'))}
const log = new ProcessLog()
let turns = 0
setInterval(() => { if (++turns === 5) void log.exit(7) }, 20)
for (let n = 0; n < 3000; n++) { log.info('x'.repeat(1000)); log.error('x'.repeat(1000)); log.requests.write('x'.repeat(1000)) }
`

describe('the log of a process', () => {
  const run = 'node --import tsx $D/s.ts'
  it.each([
    ['a pipe that nobody reads', `mkfifo $D/p; exec 3<>$D/p; ${run} >&3 2>&3`],
    [
      'a terminal that stands still',
      `mkfifo $D/p; exec 3<>$D/p; script -qc '${run}; echo $? >$D/code' /dev/null >&3 2>&3 &
       until [ -s $D/code ]; do sleep 0.1; done; kill $!; exit $(cat $D/code)`,
    ],
    ['a pipe whose reader is gone', `${run} 2>&1 | true; exit \${PIPESTATUS[0]}`],
    ['nothing', `${run} >&- 2>&-`],
  ])('on %s lets the process end in its own time', (_what, command) => {
    const folder = temporary()
    writeFileSync(join(folder, 's.ts'), SCRIPT)
    const env = { ...process.env, D: folder }
    const { status, stderr } = spawnSync('bash', ['-c', command], { env, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(7)
  })
})
