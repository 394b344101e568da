import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { temporary } from '../../folders.ts'
import { empty, environment, ServerProcess } from '../support/process.ts'

const open: Socket[] = []
const servers: ServerProcess[] = []

async function started(): Promise<ServerProcess> {
  const env = await environment({ DATA_DIR: await empty(temporary()), DRAIN_SECONDS: '600', SLOW_SECONDS: '600' })
  const server = new ServerProcess(env)
  servers.push(server)
  return server.running()
}

/** A request that has begun and will never come to its end. */
async function halfAsked(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  open.push(socket.on('error', () => undefined))
  await once(socket, 'connect')
  // answered once, so that the connection is known to be taken
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(socket, 'data')
  socket.write(
    'POST /prod-api/api-auth/oauth/user/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
}

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await Promise.all(servers.splice(0).map(server => server.stop('SIGKILL')))
})

describe('a server that is asked to end while it has to wait', () => {
  it('waits for what was asked before, though nobody reads its log, and ends at once at the second signal', async () => {
    const server = await started()
    await halfAsked(server.url)
    for (const log of [server.child.stdout, server.child.stderr]) log?.destroy()
    server.child.kill('SIGTERM')
    const answers = (): Promise<number> =>
      fetch(`${server.url}/healthz`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(answers).not.toBe(200)
    expect(server.child.exitCode).toBeNull()
    const [code, signal] = (await Promise.all([once(server.child, 'exit'), server.child.kill('SIGTERM')]))[0]
    expect([code, signal]).toEqual([null, 'SIGTERM'])
  })
})
