import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporary } from '../../folders.ts'

/** What a server does with signals, without the server: it is ready, and ends when its input does. */
const SCRIPT = `
import { endBySignal, passOver } from ${JSON.stringify(join(process.cwd(), 'scripts/signals.ts'))}
passOver()
endBySignal(() => {
  console.log('ending')
  process.stdin.once('end', () => process.exit(0)).resume()
})
console.log('ready')
setInterval(() => {}, 60_000)
`

async function begun() {
  const file = join(temporary(), 's.ts')
  writeFileSync(file, SCRIPT)
  const child = spawn(process.execPath, ['--import', 'tsx', file])
  let output = ''
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString()
  })
  child.stderr.on('data', (data: Buffer) => {
    output += data.toString()
  })
  const says = (text: string): Promise<void> => expect.poll(() => output).toContain(text)
  const exit = once(child, 'exit')
  await says('ready')
  return { child, exit, says, output: () => output }
}

describe('a signal', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP'] as const)(
    '%s ends a server in order, and others do nothing',
    async signal => {
      const { child, exit, says, output } = await begun()
      for (const other of ['SIGUSR1', 'SIGUSR2', 'SIGPIPE', 'SIGWINCH'] as const) child.kill(other)
      child.kill(signal)
      await says('ending')
      // a terminal that closes says so more than once
      child.kill('SIGHUP')
      child.kill('SIGUSR2')
      child.stdin.end()
      expect(await exit).toEqual([0, null])
      expect(output()).toBe('ready\nending\n')
    },
  )

  it('ends it at once when it is the second', async () => {
    const { child, exit, says } = await begun()
    child.kill('SIGHUP')
    await says('ending')
    child.kill('SIGINT')
    expect(await exit).toEqual([null, 'SIGINT'])
  })
})
