import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from './environment.ts'
import { messageOf, StartRefusal } from './refusal.ts'

/** Opens the port; answers the address to open in a browser. */
export async function listen(app: FastifyInstance, { port, host }: Settings): Promise<string> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE') {
      throw new StartRefusal(`端口 ${port} 已被占用。请停止占用它的程序，或用 PORT 指定另一个端口。`, `Port ${port} is in use. Stop the program that uses it, or name another port with PORT.`)
    }
    throw new StartRefusal(`不能在 ${host}:${port} 上监听：${messageOf(error)}。请检查 HOST 和 PORT。`, `Cannot listen on ${host}:${port}: check HOST and PORT.`)
  }
  const address = app.server.address() as AddressInfo
  const shown = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${address.port}`
}
