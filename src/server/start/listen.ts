import { createServer, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from './settings/environment.ts'
import { messageOf, StartRefusal } from './settings/refusal.ts'

function refusal(error: unknown, { port, host }: Settings): StartRefusal {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return new StartRefusal(
      `端口 ${port} 已被占用。请停止占用它的程序，或用 PORT 指定另一个端口。`,
      `Port ${port} is in use. Stop the program that uses it, or name another port with PORT.`,
    )
  }
  return new StartRefusal(
    `不能在 ${host}:${port} 上监听：${messageOf(error)}。请检查 HOST 和 PORT。`,
    `Cannot listen on ${host}:${port}: check HOST and PORT.`,
  )
}

/** Checks the port first, because opening the database takes seconds. */
export function probePort(settings: Settings): Promise<void> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', error => reject(refusal(error, settings)))
    probe.listen(settings.port, settings.host, () => probe.close(() => resolve()))
  })
}

/** Listens; returns the address to open in a browser. */
export async function listen(app: FastifyInstance, settings: Settings): Promise<string> {
  const { port, host } = settings
  await app.listen({ port, host }).catch((error: unknown) => {
    throw refusal(error, settings)
  })
  const address = app.server.address() as AddressInfo
  const shown = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${address.port}`
}
