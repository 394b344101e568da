import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const noOpenssl =
  spawnSync('openssl', ['version']).status === 0
    ? undefined
    : 'openssl is not installed: time stamps of a real authority are not tested'
if (noOpenssl) console.warn(noOpenssl)

const CONFIG = `
[ tsa ]
default_tsa = here
[ here ]
dir = .
serial = ./serial
signer_cert = ./tsa.pem
certs = ./ca.pem
signer_key = ./tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
[ stamping ]
extendedKeyUsage = critical,timeStamping
`

function openssl(folder: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`)
}

export interface Authority {
  url: string
  ca: string
  /** answers, or is down */
  up: boolean
  /** what it answers instead of a stamp of the request */
  answer?: Buffer
  asked: number
  stop(): void
}

/** A time stamp authority of one's own: openssl signs, a small server listens. */
export async function startAuthority(): Promise<Authority> {
  const folder = mkdtempSync(join(tmpdir(), 'wangjian-tsa-'))
  writeFileSync(join(folder, 'tsa.cnf'), CONFIG)
  writeFileSync(join(folder, 'serial'), '01\n')
  openssl(
    folder,
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Test authority',
    '-days',
    '30',
  )
  openssl(
    folder,
    'req',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    'tsa.key',
    '-out',
    'tsa.csr',
    '-subj',
    '/CN=Test time stamps',
  )
  openssl(
    folder,
    'x509',
    '-req',
    '-in',
    'tsa.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-out',
    'tsa.pem',
    '-days',
    '30',
    '-extfile',
    'tsa.cnf',
    '-extensions',
    'stamping',
  )
  const authority: Authority = {
    url: '',
    ca: readFileSync(join(folder, 'ca.pem'), 'utf8'),
    up: true,
    asked: 0,
    stop: () => {},
  }
  const server = createServer((request, response) => {
    authority.asked++
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (!authority.up) return void response.writeHead(503).end()
      writeFileSync(join(folder, 'query'), Buffer.concat(parts))
      openssl(folder, 'ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', '-out', 'reply')
      response
        .writeHead(200, { 'content-type': 'application/timestamp-reply' })
        .end(authority.answer ?? readFileSync(join(folder, 'reply')))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const place = server.address()
  authority.url = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}/`
  authority.stop = () => {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
  return authority
}
