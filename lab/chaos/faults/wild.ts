import { site } from '../ledger.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Person } from '../person.ts'
import type { Ground } from '../ground.ts'
import { expect, sleep, until, within } from '../report.ts'
import { answersWithin, underLoad, type Fault } from './fault.ts'

async function open({ person }: Ground, options: { allowHalfOpen?: boolean } = {}): Promise<Socket> {
  const { hostname, port } = new URL(person.url)
  const socket = connect({ host: hostname, port: Number(port), ...options })
  socket.on('error', () => {})
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject)
  })
  return socket
}
const many = (ground: Ground, count: number, options = {}): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => open(ground, options)))
const head = ({ person }: Ground, path: string, type: string, length: number, more = ''): string =>
  `POST /prod-api${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${person.token}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n${more}\r\n`
const others = async (ground: Ground): Promise<void> =>
  expect((await answersWithin(ground.person, 10_000)) === 200, 'others are served meanwhile')
const gone = (sockets: Socket[], ms: number, what: string): Promise<void> => {
  for (const socket of sockets) socket.resume()
  return until(what, () => sockets.every(socket => socket.destroyed || socket.readableEnded), ms)
}
const partsIn = async (data: string): Promise<string[]> =>
  (await readdir(join(data, 'files'), { recursive: true })).filter(name => name.endsWith('.part'))

/**
 * Sends a request on a connection that has been used before, so that it is certainly accepted; resolves to whether the
 * answer was complete.
 */
async function askedOn(socket: Socket, ground: Ground): Promise<{ whole: Promise<boolean> }> {
  let text = ''
  socket.on('data', (data: Buffer) => {
    text += data.toString('latin1')
  })
  socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n')
  await until('the connection is answered', () => text.includes('"status":"ok"'), 30_000)
  text = ''
  const body = '{"pageNo":1,"pageRowNo":1000,"pageFlag":1}'
  socket.write(
    `${head(ground, '/api-im/website/websiteList', 'application/json', body.length, 'connection: close\r\n')}${body}`,
  )
  return {
    whole: new Promise(resolve =>
      socket.once('close', () => resolve(text.startsWith('HTTP/1.1 200') && /"totalRecord"/.test(text))),
    ),
  }
}

export const WILD: Fault[] = [
  {
    name: 'fifty bodies that come a byte a second',
    run: async ground => {
      const sockets = await many(ground, 50)
      for (const socket of sockets) socket.write(head(ground, '/api-im/website/save', 'application/json', 5000))
      const drip = setInterval(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write('{')
      }, 1000)
      try {
        await others(ground)
        await gone(sockets, 150_000, 'they are ended')
      } finally {
        clearInterval(drip)
        for (const socket of sockets) socket.destroy()
      }
    },
  },
  {
    name: 'two hundred connections that say nothing',
    run: async ground => {
      const sockets = await many(ground, 200)
      await others(ground)
      await gone(sockets, 150_000, 'they are ended')
    },
  },
  {
    name: 'two hundred sockets closed on one side',
    run: async ground => {
      const sockets = await many(ground, 200, { allowHalfOpen: true })
      for (const socket of sockets) socket.end('GET /healthz HTTP/1.1\r\nhost: a\r\n')
      await others(ground)
      await gone(sockets, 150_000, 'they are ended')
    },
  },
  {
    name: 'twenty bodies of five megabytes',
    run: async ground => {
      const body = { siteName: 'x'.repeat(5 * 1024 * 1024) }
      const replies = await Promise.all(
        Array.from({ length: 20 }, () =>
          ground.person.ask('POST', '/api-im/website/save', { body }).catch(() => undefined),
        ),
      )
      expect(
        replies.every(reply => reply === undefined || reply.status === 413),
        `answered with ${[...new Set(replies.map(reply => reply?.status))].join()}`,
      )
      await others(ground)
    },
  },
  {
    name: 'five hundred times what is no HTTP',
    run: async ground => {
      const sockets = await many(ground, 500)
      for (const socket of sockets) socket.end(randomBytes(400))
      await others(ground)
      await gone(sockets, 60_000, 'they are ended')
    },
  },
  {
    name: 'fifty uploads that break off',
    run: async ground => {
      const sockets = await many(ground, 50)
      for (const socket of sockets)
        socket.write(
          `${head(ground, '/api-im/file/uploads', 'multipart/form-data; boundary=b', 4_000_000)}--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'字'.repeat(50_000)}`,
        )
      await sleep(500)
      for (const socket of sockets) socket.destroy()
      await until('nothing is left of them', async () => (await partsIn(ground.data)).length === 0, 30_000)
    },
  },
  {
    name: 'whoever saves hangs up before the answer, and sends it again',
    run: async ground => {
      for (let n = 0; n < 30; n++) {
        const name = `again-${randomUUID()}`
        const body = site(name)
        const [key, stop] = [randomUUID(), new AbortController()]
        const cut = ground.person
          .ask('POST', '/api-im/website/save', { body, key, signal: stop.signal })
          .catch(() => undefined)
        await sleep(n)
        stop.abort()
        await cut
        const again = await ground.person.ask('POST', '/api-im/website/save', { body, key })
        expect(again.status === 200, `sent again, it was answered with ${again.status} ${again.body.resultMsg}`)
        const { body: found } = await ground.person.list('/api-im/website/websiteList', { siteName: name })
        expect(found.data?.totalRecord === 1, `${found.data?.totalRecord} records of what was meant once`)
      }
    },
  },
  {
    name: 'a stolen session is ended',
    run: async ground => {
      const thief = Object.assign(new Person(ground.person.url), { token: ground.person.token })
      await ground.person
        .ask('POST', `/api-auth/oauth/remove/token?access_token=${ground.person.token}`)
        .catch(() => undefined)
      const isOut = [
        await thief.ask('GET', '/api-auth/oauth/userinfo'),
        await thief.list('/api-im/website/websiteList'),
      ].every(({ status }) => status === 401)
      await ground.person.first('')
      expect(isOut, 'the stolen token is served on')
    },
  },
  {
    name: 'SIGTERM under load',
    run: async ground => {
      const { ledger, person } = ground
      ledger.refused = []
      const writing = ledger.writers(Array<Person>(8).fill(person))
      await ledger.more(20)
      const sockets = await many(ground, 20)
      const inFlight = await Promise.all(sockets.map(socket => askedOn(socket, ground)))
      await sleep(100)
      const ended = within(40_000, 'the server ends', ground.server.stop('SIGTERM'))
      const stopped = writing.stop()
      const { code } = await ended
      const cut = (await Promise.all(inFlight.map(({ whole }) => whole))).filter(isWhole => !isWhole).length
      await stopped
      await ground.start()
      await ledger.again(person)
      expect(code === 0, `it ended with ${code}`)
      expect(cut === 0, `${cut} of 20 requests in flight were cut`)
    },
  },
  {
    name: 'SIGTERM in the middle of an upload',
    run: async ground => {
      const socket = await open(ground)
      socket.write(
        `${head(ground, '/api-im/file/uploads', 'multipart/form-data; boundary=b', 40_000_000)}--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'字'.repeat(50_000)}`,
      )
      await sleep(300)
      const { code } = await within(40_000, 'the server ends', ground.server.stop('SIGTERM'))
      socket.destroy()
      await ground.start()
      expect(code === 0, `it ended with ${code}`)
      expect((await partsIn(ground.data)).length === 0, 'a part of the upload is left')
    },
  },
  {
    name: 'the process stands still for twenty-five seconds',
    run: async ground => {
      ground.server.child.kill('SIGSTOP')
      await sleep(25_000)
      ground.server.child.kill('SIGCONT')
      await underLoad(ground, ledger => ledger.more(10))
    },
  },
]
