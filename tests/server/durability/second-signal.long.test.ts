import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { temporary } from '../../folders.ts'
import { empty, environment, ServerProcess } from '../support/process.ts'

const open: Socket[] = []
const servers: ServerProcess[] = []

async function started(more: Record<string, string> = {}): Promise<ServerProcess> {
  const patient = { DRAIN_SECONDS: '600', SLOW_SECONDS: '600' }
  const env = await environment({ DATA_DIR: await empty(temporary()), ...patient, ...more })
  const server = new ServerProcess(env)
  servers.push(server)
  return server.running()
}

const BODY = JSON.stringify({ username: 'nobody', password: 'x'.repeat(50) })

/** A request that has begun, of whose body one byte has come. */
async function halfAsked(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  open.push(socket.on('error', () => undefined))
  await once(socket, 'connect')
  // answered once, so that the connection is known to be taken
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(socket, 'data')
  socket.write(
    `POST /prod-api/api-auth/oauth/user/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n{`,
  )
  return socket
}

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await Promise.all(servers.splice(0).map(server => server.stop('SIGKILL')))
})

const healthOf = ({ url }: ServerProcess): Promise<number> =>
  fetch(`${url}/healthz`).then(
    async answer => {
      await answer.text()
      return answer.status
    },
    () => 0,
  )

describe('a server that is asked to end while it has to wait', () => {
  it('serves on while the reader of its log stands still, and answers what was asked when its terminal closes', async () => {
    const server = await started({ LOG_LEVEL: 'info', RATE_LIMIT: '0' })
    for (const log of [server.child.stdout, server.child.stderr]) log?.pause()
    // a line each: more than any buffer of the system holds
    for (let n = 0; n < 60; n++) await Promise.all(Array.from({ length: 50 }, () => healthOf(server)))
    for (const signal of ['SIGUSR1', 'SIGUSR2', 'SIGPIPE'] as const) server.child.kill(signal)
    expect(await healthOf(server)).toBe(200)
    const socket = await halfAsked(server.url)
    server.child.kill('SIGHUP')
    await expect.poll(() => healthOf(server)).not.toBe(200)
    server.child.kill('SIGHUP')
    const answer = once(socket, 'data')
    socket.write(BODY.slice(1))
    expect(String(await answer)).toMatch(/^HTTP\/1\.1 [234]\d\d /)
    const [code] = await once(server.child, 'exit')
    expect(code).toBe(0)
  })

  it('waits for what was asked before, though nobody reads its log, and ends at once at the second signal', async () => {
    const server = await started()
    await halfAsked(server.url)
    for (const log of [server.child.stdout, server.child.stderr]) log?.destroy()
    server.child.kill('SIGTERM')
    await expect.poll(() => healthOf(server)).not.toBe(200)
    expect(server.child.exitCode).toBeNull()
    const [code, signal] = (await Promise.all([once(server.child, 'exit'), server.child.kill('SIGTERM')]))[0]
    expect([code, signal]).toEqual([null, 'SIGTERM'])
  })
})
