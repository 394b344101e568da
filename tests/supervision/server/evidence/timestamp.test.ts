import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { timeService } from '../../../../src/supervision/server/evidence/timestamp.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('the authority that stamps a manifest', () => {
  it('leads the server nowhere else', async () => {
    const asked: string[] = []
    const elsewhere = await listening((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    const moved = await listening((_request, response) => response.writeHead(307, { location: elsewhere }).end())
    await expect(timeService(moved, []).stamp('{}')).rejects.toThrow('时间戳服务没有应答')
    expect(asked).toEqual([])
  })

  it('is not listened to without end', async () => {
    let isOver = false
    const endless = await listening((_request, response) => {
      response.once('close', () => (isOver = true))
      const more = (): void => void response.write(Buffer.alloc(64 * 1024), () => isOver || more())
      more()
    })
    await expect(timeService(endless, []).stamp('{}')).rejects.toThrow('应答过大')
    await expect.poll(() => isOver).toBe(true)
  })
})
